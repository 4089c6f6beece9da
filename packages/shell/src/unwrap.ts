import { quoteWord } from './quote-word.ts';
import { ABSENT_WORD, fillIn, literalWord, mayBeAnything, type Word, withText } from './word.ts';
import { findWrapper, type Wrapper } from './wrappers.ts';

/** The commands that a command runs, from its words alone. */
export interface Inner {
  /** Further commands. They read the same stdin. */
  readonly commands: readonly (readonly Word[])[];
  /** Words that are joined and read as a script. */
  readonly scripts: readonly (readonly Word[])[];
  /** It takes a script from stdin. */
  readonly readsScript: boolean;
  /** More may run than can be read here. */
  readonly isOpaque: boolean;
}

export const NOTHING: Inner = { commands: [], scripts: [], readsScript: false, isOpaque: false };

/** Whether a path is stdin or another open descriptor of the process. */
export function isDescriptor(path: string): boolean {
  return path === '-' || path.startsWith('/dev/') || path.startsWith('/proc/');
}

const NO_OPTIONS: Options = { end: 0, found: [], isUncertain: false, mayTakeNext: false };
/** Options of one command that may or may not take the next word. */
const MAX_READINGS = 8;

/**
 * `sudo -u x git push` and similar: the command after a wrapper's options and operands. An unknown long option may take the
 * next word or not (`unshare --map-user 0 git push`): both readings are returned.
 */
export function unwrapWrapper(words: readonly Word[], wrapper: Wrapper): Inner {
  const start = startBehind(words, wrapper.behind);
  if (start === 0) return NOTHING;
  let options = readOptions(words, start, wrapper);
  const first = readBehind(words, options, wrapper);
  const readings = [first];
  while (options.mayTakeNext && options.end + 1 < words.length) {
    if (readings.length >= MAX_READINGS) return { ...mergeReadings(readings), isOpaque: true };
    const further = readOptions(words, options.end + 1, wrapper);
    options = { ...further, found: [...options.found, ...further.found] };
    readings.push(readBehind(words, options, wrapper));
  }
  return readings.length === 1 ? first : mergeReadings(readings);
}

/** Index of the wrapper's first option; 0 = it runs no command. */
function startBehind(words: readonly Word[], behind: readonly string[]): number {
  if (behind.length === 0) return 1;
  return words.findIndex(({ text }, index) => index > 0 && behind.includes(text)) + 1;
}

/** Only the first reading decides about a script on stdin: in the others words are left over. */
function mergeReadings(readings: readonly Inner[]): Inner {
  return {
    commands: readings.flatMap(({ commands }) => commands),
    scripts: readings.flatMap(({ scripts }) => scripts),
    readsScript: readings[0]?.readsScript === true,
    isOpaque: readings.some(({ isOpaque }) => isOpaque),
  };
}

function readBehind(words: readonly Word[], options: Options, wrapper: Wrapper): Inner {
  if (options.found.some(({ name }) => wrapper.queries.includes(name))) return NOTHING;
  const isDirect = options.found.some(({ name }) => wrapper.directWith.includes(name));
  const operandsEnd = options.end + (isDirect ? 0 : wrapper.operands);
  const trailing = wrapper.permutes ? readOptions(words, operandsEnd, wrapper) : NO_OPTIONS;
  const found = [...options.found, ...trailing.found];
  const splits = valuesOf(found, wrapper.splits)[0];
  if (splits !== undefined) return splitValue(splits, words.slice(options.end));

  const operands = words.slice(options.end, operandsEnd);
  const end = Math.max(operandsEnd, trailing.end);
  const assigned = takeAssignments(words.slice(end), wrapper);
  const isOpaque =
    wrapper.isOpaque ||
    options.isUncertain ||
    trailing.isUncertain ||
    assigned.isOpaque ||
    hidesOption(operands, wrapper);
  const scripts = [...valuesOf(found, wrapper.scripts).map((script) => [script]), ...assigned.scripts];
  const candidates = wrapper.mayLackOperands ? [assigned.rest, words.slice(options.end)] : [assigned.rest];
  const commands = candidates
    .filter((rest) => rest.length > 0)
    .map((rest) => appendUnknown(rest, found, wrapper));
  if (commands.length === 0 || (wrapper.runs === 'nothing' && !isDirect)) {
    return { commands: [], scripts, isOpaque, readsScript: wrapper.startsShell && scripts.length === 0 };
  }
  if (wrapper.runs === 'script') return { ...NOTHING, isOpaque, scripts: [...scripts, ...commands] };
  return { ...NOTHING, isOpaque, scripts, commands };
}

function valuesOf(found: Options['found'], names: readonly string[]): Word[] {
  return found.flatMap(({ name, value }) => (value !== null && names.includes(name) ? [value] : []));
}

/** Whether an operand may become several words, or an option with a script. */
function hidesOption(operands: readonly Word[], wrapper: Wrapper): boolean {
  const mayBeOption = wrapper.scripts.length > 0 && wrapper.startsShell && operands.some(mayBeAnything);
  return mayBeOption || operands.some((word) => word.isSplit);
}

interface Assigned {
  readonly rest: readonly Word[];
  readonly scripts: readonly (readonly Word[])[];
  readonly isOpaque: boolean;
}

/** `env A=1 B=2 cmd`. */
function takeAssignments(words: readonly Word[], wrapper: Wrapper): Assigned {
  let at = words[0]?.text === '--' ? 1 : 0;
  const start = at;
  while (wrapper.takesAssignments && /^[^=]+=/.test(words[at]?.text ?? '')) at += 1;
  const assignments = words.slice(start, at);
  const scripts = assignments.flatMap((word) => assignedCommand(word) ?? []).map((token) => [token]);
  return { rest: words.slice(at), scripts, isOpaque: assignments.some(isEvaluated) };
}

/** `env -S 'git push'`: the value is split into words, which may be options. */
function splitValue(value: Word, rest: readonly Word[]): Inner {
  const isOpaque = !/^[\w /.,:=@%+'"-]*$/.test(value.text);
  const script = [literalWord('env'), value, ...rest.map((word) => withText(word, quoteWord(word.text)))];
  return { ...NOTHING, isOpaque, scripts: [script] };
}

/** The words with the arguments of xargs: at the end, or in place of its mark. */
function appendUnknown(words: readonly Word[], found: Options['found'], wrapper: Wrapper): readonly Word[] {
  if (!wrapper.appends || words.length === 0) return words;
  const marks = found
    .filter(({ name }) => wrapper.marks.includes(name))
    .map(({ value }) => value?.text || '{}');
  if (marks.length === 0) return [...words, ABSENT_WORD];
  return marks.reduce((filled, mark) => filled.map((word) => fillIn(word, mark, false)), words);
}

/** The options of a wrapper. */
interface Options {
  /** Index of the first word that is not an option. */
  readonly end: number;
  /** Names and values of the options. */
  readonly found: readonly { readonly name: string; readonly value: Word | null }[];
  /** An option comes from an expansion, or a value may be several words. */
  readonly isUncertain: boolean;
  /** The last one is long and unknown, so that the next word may be its value. */
  readonly mayTakeNext: boolean;
}

/** Reads options from `start` on, as getopt does: letters joined, values attached or in the next word, long names cut short. */
function readOptions(words: readonly Word[], start: number, wrapper: Wrapper): Options {
  const found: { name: string; value: Word | null }[] = [];
  let isUncertain = false;
  let mayTakeNext = false;
  let at = start;
  while (at < words.length) {
    const word = words[at];
    if (word === undefined || !word.text.startsWith('-')) break;
    mayTakeNext = false;
    if (word.text === '--') {
      at += 1;
      break;
    }
    if (word.text === '-' && !wrapper.takesDash) break;
    const option = word.text.startsWith('--') ? readLong(word, wrapper) : readShort(word, wrapper);
    const takesNext = option.isValued && option.value === null;
    const value = takesNext ? (words[at + 1] ?? ABSENT_WORD) : option.value;
    if (word.isMade && (value === null || takesNext)) isUncertain = true;
    if (value?.isSplit === true) isUncertain = true;
    for (const name of option.flags) found.push({ name, value: null });
    found.push({ name: option.name, value });
    mayTakeNext = word.text.startsWith('--') && value === null;
    at += takesNext ? 2 : 1;
  }
  return { end: Math.min(at, words.length), found, isUncertain, mayTakeNext };
}

interface OptionWord {
  /** Letters without a value that stand before it in the same word. */
  readonly flags: readonly string[];
  readonly name: string;
  readonly value: Word | null;
  readonly isValued: boolean;
}

function readLong(word: Word, wrapper: Wrapper): OptionWord {
  const text = word.text.slice(2);
  const equals = text.indexOf('=');
  const key = equals < 0 ? text : text.slice(0, equals);
  const name = wrapper.long.find((each) => each.startsWith(key)) ?? key;
  const value = equals < 0 ? null : withText(word, text.slice(equals + 1));
  return { flags: [], name, value, isValued: wrapper.long.includes(name) };
}

function readShort(word: Word, wrapper: Wrapper): OptionWord {
  const letters = word.text.slice(1);
  for (let at = 0; at < letters.length; at += 1) {
    const name = letters[at] ?? '';
    const takesRest = wrapper.attached.includes(name);
    if (!takesRest && !wrapper.valued.includes(name)) continue;
    const rest = letters.slice(at + 1);
    const value = rest === '' ? null : withText(word, rest);
    return { flags: [...letters.slice(0, at)], name, value, isValued: !takesRest };
  }
  return { flags: [...letters], name: '', value: null, isValued: false };
}

/** Ordinary commands have fewer. */
const MAX_WRAPPERS = 8;

/** The program inside of wrappers such as `env` and `timeout 5`, where every option is known. */
export interface WrappedProgram {
  /** Index of the program in the given words; their number if there is none. */
  readonly at: number;
  /** Variables that the wrappers set. */
  readonly assignments: readonly string[];
  /** Text in the program and its arguments that words of standard input replace; empty = they are appended, null = neither. */
  readonly marks: readonly string[] | null;
  /** `shell` = a wrapper starts a shell; `unknown` = an option of a wrapper is not known. */
  readonly end: 'program' | 'shell' | 'unknown';
}

/** Finds the program inside of wrappers. `values` are null where only a shell knows them. */
export function findWrappedProgram(values: readonly (string | null)[]): WrappedProgram {
  const assignments: string[] = [];
  let marks: string[] | null = null;
  let at = 0;
  for (let count = 0; ; count += 1) {
    const value = values[at] ?? '';
    const wrapper = findWrapper(value.slice(value.lastIndexOf('/') + 1));
    if (wrapper?.certain === undefined || isQuery(values[at + 1] ?? '', wrapper))
      return { at, assignments, marks, end: 'program' };
    if (count === MAX_WRAPPERS) return { at, assignments, marks, end: 'unknown' };
    const found: string[] = [];
    const inner = skipWrapper(values, at + 1, wrapper, { assignments, marks: found });
    if (typeof inner !== 'number') return { at, assignments, marks, end: inner };
    // Without a program xargs only prints.
    if (wrapper.appends && inner < values.length) marks = [...(marks ?? []), ...found];
    at = inner;
  }
}

/** `command -v sh` checks whether a program exists, and runs nothing. */
function isQuery(option: string, { queries }: Wrapper): boolean {
  return /^-\w+$/.test(option) && queries.some((letter) => option.includes(letter));
}

function skipWrapper(
  values: readonly (string | null)[],
  start: number,
  wrapper: Wrapper,
  { assignments, marks }: { readonly assignments: string[]; readonly marks: string[] },
): number | 'shell' | 'unknown' {
  let operands = wrapper.operands;
  for (let at = start; at < values.length; at += 1) {
    const value = values[at] ?? null;
    if (value === '--') continue;
    if (value !== null && /^-./.test(value)) {
      const effect = certainEffect(value, wrapper);
      if (effect === 'shell' || effect === 'unknown') return effect;
      marks.push(...findMarks(value, values[at + 1] ?? '', wrapper));
      if (effect === 'takes-next') at += 1;
    } else if (value !== null && wrapper.takesAssignments && /^[A-Za-z_]\w*=/.test(value))
      assignments.push(value);
    else if (operands > 0) operands -= 1;
    else return at;
  }
  return values.length;
}

/** The mark of `-I MARK`, `-IMARK` or `--replace=MARK`; one that only a shell knows is found in any text. */
function findMarks(option: string, next: string, wrapper: Wrapper): readonly string[] {
  const [name = '', value] = option.split(/=(.*)/s, 2);
  if (name.startsWith('--')) return wrapper.marks.includes(name.slice(2)) ? [value || '{}'] : [];
  const at = [...option].findIndex((letter, index) => index > 0 && wrapper.valued.includes(letter));
  return at > 0 && wrapper.marks.includes(option[at] ?? '') ? [option.slice(at + 1) || next] : [];
}

function certainEffect(option: string, wrapper: Wrapper): 'nothing' | 'takes-next' | 'shell' | 'unknown' {
  const [letters = '', ...names] = wrapper.certain?.split(' ') ?? [];
  const [shellLetters = '', ...shellNames] = wrapper.shells?.split(' ') ?? [];
  if (option.startsWith('--')) {
    const [name = '', value] = option.slice(2).split(/=(.*)/s, 2);
    if (shellNames.includes(name)) return 'shell';
    if (!names.includes(name)) return 'unknown';
    return wrapper.long.includes(name) && value === undefined ? 'takes-next' : 'nothing';
  }
  for (const [index, letter] of [...option.slice(1)].entries()) {
    if (shellLetters.includes(letter)) return 'shell';
    if (!letters.includes(letter)) return 'unknown';
    if (wrapper.valued.includes(letter)) return index === option.length - 2 ? 'takes-next' : 'nothing';
  }
  return 'nothing';
}

/** Variables whose value the shell runs when it starts, prompts or traces. */
const EVALUATED = /^(BASH_ENV|PROMPT_COMMAND|PS[0-4]|BASH_FUNC_.*)(\+?=|$)/;

/** Arrays that give other names to commands. */
const NAMING = /^(BASH_ALIASES|BASH_CMDS|[dgs]?(is_)?aliases|(dis_)?functions|commands)(\[|\+?=\()/;

/** Variables whose value is a command of another program. */
const PROGRAM = /^[A-Z0-9_]*(EDITOR|PAGER|COMMAND|ASKPASS|BROWSER|EXTERNAL_DIFF|PROXY_CMD)=/;

/** Whether the shell runs the assigned value, now or later. The word may be an assignment or an argument of another program. */
export function isEvaluated(word: Word): boolean {
  return EVALUATED.test(word.text) || NAMING.test(word.text);
}

/** The value, where it is a command that another program will run. */
export function assignedCommand(word: Word): Word | null {
  const name = PROGRAM.exec(word.text)?.[0];
  return name === undefined ? null : withText(word, word.text.slice(name.length));
}
