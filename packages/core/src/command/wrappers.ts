import { basename } from 'node:path';

/** A program that runs the program its arguments name. */
interface Wrapper {
  /** Short options without a value. */
  readonly flags?: string;
  /** Short options with a value, in their word or in the next one. */
  readonly values?: string;
  readonly longFlags?: RegExp;
  readonly longValues?: readonly string[];
  /** How many arguments are in front of the program. */
  readonly operands?: number;
  /** `NAME=value` in front of the program sets a variable. */
  readonly hasAssignments?: boolean;
  /** It appends words of its standard input to the command. */
  readonly addsInput?: boolean;
  /** Options with which it starts a shell that reads standard input. */
  readonly shells?: RegExp;
}

/** Wrappers by name. The list is never complete; a program that is in no list may run any of its arguments. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  builtin: {},
  busybox: {},
  caffeinate: { flags: 'dimsu', values: 'tw' },
  chronic: {},
  command: { flags: 'p' },
  doas: { flags: 'n', values: 'uC', shells: /^-\w*s/ },
  env: {
    flags: 'i0v',
    values: 'u',
    longFlags: /^--(ignore-environment|null|debug|unset=.*)$/,
    longValues: ['--unset'],
    hasAssignments: true,
  },
  exec: { flags: 'cl', values: 'a' },
  flock: { flags: 'sxuneoF', values: 'wE', operands: 1 },
  ionice: { flags: 't', values: 'cn' },
  nice: { flags: '0123456789', values: 'n', longFlags: /^--adjustment=/ },
  nohup: {},
  setsid: { flags: 'cfw', longFlags: /^--(ctty|fork|wait)$/ },
  stdbuf: { values: 'ioe', longFlags: /^--(input|output|error)=/ },
  sudo: {
    flags: 'AbEHknPS',
    values: 'ughpCDRTrt',
    longFlags: /^--(preserve-env(=.*)?|non-interactive|set-home|user=.*|group=.*)$/,
    longValues: ['--user', '--group'],
    hasAssignments: true,
    shells: /^(-\w*[si]|--shell|--login)$/,
  },
  time: { flags: 'pva', values: 'fo' },
  timeout: {
    flags: 'v',
    values: 'ks',
    longFlags: /^--(preserve-status|foreground|verbose|signal=.*|kill-after=.*)$/,
    longValues: ['--signal', '--kill-after'],
    operands: 1,
  },
  toybox: {},
  xargs: {
    flags: '0rtxpo',
    values: 'ILnPsdaE',
    longFlags: /^--(null|no-run-if-empty|verbose|max-\w+=.*|delimiter=.*|replace=.*)$/,
    addsInput: true,
  },
};

/** Nobody starts a program through more of them. */
const MAX_WRAPPERS = 8;

/** The command inside of wrappers such as `env` and `timeout 5`. */
export interface Unwrapped {
  /** Index of the program in the given words; their number where there is none. */
  readonly at: number;
  /** Variables that the wrappers set. */
  readonly assignments: readonly string[];
  /** Whether words of standard input are appended to its arguments, or put in their place. */
  readonly addsInput: boolean;
  /** `shell` = a wrapper starts a shell; `unknown` = an option of a wrapper is not known. */
  readonly end: 'program' | 'shell' | 'unknown';
}

/** Finds the program that a command line runs in the end. `words` are values, null where only a shell can tell. */
export function unwrapCommand(words: readonly (string | null)[]): Unwrapped {
  const assignments: string[] = [];
  let addsInput = false;
  let at = 0;
  for (let count = 0; ; count += 1) {
    const row = wrapperOf(words[at] ?? null);
    if (row === null || isLookup(words, at)) return { at, assignments, addsInput, end: 'program' };
    if (count === MAX_WRAPPERS) return { at, assignments, addsInput, end: 'unknown' };
    addsInput ||= row.addsInput === true;
    const inner = skipOwnWords(words, at + 1, row, assignments);
    if (typeof inner !== 'number') return { at, assignments, addsInput, end: inner };
    at = inner;
  }
}

function wrapperOf(word: string | null): Wrapper | null {
  const name = basename(word ?? '');
  return Object.hasOwn(wrappers, name) ? (wrappers[name] ?? null) : null;
}

/** `command -v sh` asks whether there is one, and runs nothing. */
function isLookup(words: readonly (string | null)[], at: number): boolean {
  return words[at] === 'command' && /^-[pvV]*[vV]/.test(words[at + 1] ?? '');
}

function skipOwnWords(
  words: readonly (string | null)[],
  from: number,
  row: Wrapper,
  assignments: string[],
): number | 'shell' | 'unknown' {
  let operands = row.operands ?? 0;
  for (let at = from; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (word === '--') continue;
    if (word?.startsWith('-') === true && word !== '-') {
      if (row.shells?.test(word) === true) return 'shell';
      const takes = optionTakes(word, row);
      if (takes === null) return 'unknown';
      if (takes === 'next') at += 1;
    } else if (word !== null && row.hasAssignments === true && /^[A-Za-z_]\w*=/.test(word))
      assignments.push(word);
    else if (operands > 0) operands -= 1;
    else return at;
  }
  return words.length;
}

function optionTakes(word: string, row: Wrapper): 'nothing' | 'next' | null {
  if (word.startsWith('--')) {
    if (row.longValues?.includes(word) === true) return 'next';
    return row.longFlags?.test(word) === true ? 'nothing' : null;
  }
  for (const [index, letter] of [...word.slice(1)].entries()) {
    if (row.values?.includes(letter) === true) return index === word.length - 2 ? 'next' : 'nothing';
    if (row.flags?.includes(letter) !== true) return null;
  }
  return 'nothing';
}
