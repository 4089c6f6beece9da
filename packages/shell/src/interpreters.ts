import { basename } from 'node:path';

/** The options of an interpreter that matter for finding its program. */
interface Interpreter {
  readonly names: RegExp;
  /** Subcommands that run a script (`run`), in front of it. */
  readonly subcommands?: readonly string[];
  /** Without a subcommand a script must look like a file; any other word is a subcommand or a task. */
  readonly needsScriptName?: boolean;
  /** Short options whose value is the program: `-c CODE`, `-e CODE`, `-m MODULE`. */
  readonly code?: string;
  /** Short options that make it read its program from standard input. */
  readonly input?: string;
  /** Short options after which it runs no script. */
  readonly noScript?: string;
  /** Short options that take the rest of their word, or else the next word, as value. */
  readonly values?: string;
  /** Short options that take the rest of their word as value, be it empty. */
  readonly rest?: string;
  readonly longCode?: readonly string[];
  readonly longInput?: readonly string[];
  readonly longNoScript?: readonly string[];
  readonly longValues?: readonly string[];
  /** Long options that take nothing. One that is in no list, and has no `=`, ends the search. */
  readonly flags?: RegExp;
  /** Suffixes tried when the file itself is not there. */
  readonly suffixes?: readonly string[];
  /** Values of a code option that are consoles: they read the program from standard input. */
  readonly consoles?: RegExp;
  /** A shell: `sh` = it reads text of sh, `other` = similar text. */
  readonly shell?: 'sh' | 'other';
  /** Its name is also an ordinary argument of other programs. */
  readonly isOrdinaryWord?: boolean;
}

const NODE_LONG = {
  longCode: ['--eval', '--print'],
  longInput: ['--interactive'],
  longNoScript: ['--version', '--help', '--test', '--run', '--v8-options'],
  longValues: [
    ...['--require', '--import', '--loader', '--experimental-loader', '--conditions', '--input-type'],
    ...['--title', '--experimental-default-type', '--watch-path'],
  ],
  flags:
    /^--(no-[a-z-]+|enable-source-maps|preserve-symlinks|throw-deprecation|trace-[a-z-]+|expose-gc|watch|experimental-(strip-types|transform-types|vm-modules|permission))$/,
};

/** Shells that know `[[` and `((`. Others, such as dash, take `[[` for a program and `((` for two subshells. */
const KNOWING = /^-?(?:r?bash|zsh|m?ksh(?:93)?)$/;
const STANDARD_INPUT = /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/(?:self|thread-self|\$\$)\/fd\/0)$/;
const SHELL_FLAGS =
  /^--(?:command|noprofile|norc|posix|login|noediting|restricted|verbose|no-config|private|no-execute)$/;

/** Interpreters by name. The list is never complete: an unknown one is treated as a program that may run its arguments. */
const interpreters: readonly Interpreter[] = [
  // Their code is text of sh, as far as it is read here.
  { names: /^-?(?:r?ba|da|r?z|r?k|mk|pdk|lk|a|ya|po|ok)?sh[-.\d]*$/, shell: 'sh', flags: SHELL_FLAGS },
  { names: /^-?(?:fi|pw|t?c)sh[-.\d]*$/, shell: 'other', flags: SHELL_FLAGS },
  {
    names: /^(?:python(?:[23](?:\.\d+)?)?|pypy3?)$/,
    code: 'cm',
    noScript: 'hV?',
    values: 'WX',
    longNoScript: ['--version', '--help'],
    longValues: ['--check-hash-based-pycs'],
    consoles: /^(?:code|asyncio|IPython|ptpython|bpython|pdb)$/,
  },
  {
    names: /^(?:node|nodejs)$/,
    code: 'ep',
    input: 'i',
    noScript: 'vh',
    values: 'rC',
    ...NODE_LONG,
    suffixes: ['.js', '.json', '.node'],
  },
  {
    names: /^(?:tsx|esno|jiti|zx)$/,
    subcommands: ['watch'],
    code: 'ep',
    input: 'i',
    noScript: 'vh',
    values: 'rC',
    ...NODE_LONG,
    longValues: [...NODE_LONG.longValues, '--tsconfig'],
    flags: new RegExp(`${NODE_LONG.flags.source}|^--no-cache$`),
  },
  {
    names: /^ts-node(?:-esm|-script|-transpile-only|-cwd)?$/,
    code: 'ep',
    input: 'i',
    noScript: 'vh',
    values: 'PrOICD',
    longCode: ['--eval', '--print'],
    longInput: ['--interactive'],
    longNoScript: ['--version', '--help'],
    longValues: ['--project', '--require', '--compiler-options', '--compiler', '--cwd', '--ignore'],
    flags: /^--(esm|transpile-only|swc|files|skip-project|type-check|prefer-ts-exts|log-error|pretty)$/,
  },
  {
    names: /^deno$/,
    subcommands: ['run'],
    needsScriptName: true,
    rest: 'AqRWNESI',
    noScript: 'hV',
    flags: /^--(quiet|no-[a-z-]+|unstable(-[a-z-]+)?|(allow|deny)-[a-z-]+|check|cached-only)$/,
    longValues: ['--config', '--import-map', '--lock'],
  },
  {
    names: /^bun$/,
    subcommands: ['run'],
    needsScriptName: true,
    code: 'ep',
    noScript: 'vh',
    values: 'r',
    longCode: ['--eval', '--print'],
    longNoScript: ['--version', '--revision', '--help'],
    longValues: ['--preload', '--env-file', '--cwd'],
    flags: /^--(bun|smol|silent|hot|watch|no-[a-z-]+)$/,
  },
  {
    names: /^perl5?$/,
    code: 'eE',
    noScript: 'vVhS',
    values: 'I',
    rest: 'mMiFxDdC',
    longNoScript: ['--version', '--help'],
  },
  {
    names: /^j?ruby$/,
    code: 'e',
    noScript: 'vhS',
    values: 'rICE',
    rest: 'xiFKTW0',
    longNoScript: ['--version', '--help'],
    flags: /^--(en|dis)able/,
  },
  {
    names: /^php$/,
    code: 'rRBE',
    input: 'a',
    noScript: 'FSvihm',
    values: 'dcz',
    longCode: ['--run'],
    longInput: ['--interactive'],
    longNoScript: ['--version', '--help', '--info', '--modules'],
    longValues: ['--define', '--php-ini'],
    flags: /^--no-/,
  },
  {
    names: /^java$/,
    noScript: '?',
    longNoScript: [
      '-version',
      '--version',
      '-help',
      '--help',
      '-jar',
      '-cp',
      '-classpath',
      '--class-path',
      '-m',
      '--module',
    ],
    longValues: ['--source', '--add-modules', '--add-exports', '--add-opens'],
    flags: /^(--enable-preview|--show-version)$/,
  },
  {
    names:
      /^(?:nu|elvish|xonsh|pwsh|powershell|osascript|luajit|lua[\d.]*|tclsh[\d.]*|wish|expect|Rscript|R|julia|elixir|swift|guile|racket|scheme|groovy|scala|ghci|ocaml|sbcl|clisp|octave|gdb|ed|ex|at|batch|su)$/,
    code: 'ceE',
    longCode: ['--eval', '--command', '-Command', '-EncodedCommand'],
    longNoScript: ['--version', '--help', '-File'],
    isOrdinaryWord: true,
  },
  { names: /^(?:\.|source)$/, isOrdinaryWord: true },
];

/** The source of an interpreter's program. Indices are those of the given words. */
export type ProgramSource =
  | { readonly kind: 'script'; readonly at: number; readonly suffixes: readonly string[] }
  | { readonly kind: 'code'; readonly at: number | null; readonly isShell: boolean }
  | { readonly kind: 'input' }
  | { readonly kind: 'other' };

/** Whether a path or an argument means the standard input of the process. */
export function isStandardInput(text: string | null): boolean {
  return text !== null && STANDARD_INPUT.test(text);
}

/** Whether a program is a shell, with or without a version: it runs scripts of `-c` and of stdin. */
export function isShell(name: string): boolean {
  return findInterpreter(name)?.shell !== undefined;
}

/** Whether a shell, by the name of its program, knows `[[` and `((`. */
export function knowsTests(shell: string): boolean {
  return KNOWING.test(shell);
}

/** Whether an argument of another program is the name or path of an interpreter. */
export function isInterpreterArgument(word: string): boolean {
  const row = findInterpreter(word);
  return row !== undefined && row.isOrdinaryWord !== true;
}

function findInterpreter(program: string): Interpreter | undefined {
  const name = basename(program).replace(/\.exe$/i, '');
  return interpreters.find(({ names }) => names.test(name));
}

/**
 * The source of the program in the command line of an interpreter; null = not a known interpreter.
 *
 * `words` are values, null where only a shell knows them. `other` = nothing runs, or the program is unknown. Without a
 * script and without code the program comes from standard input.
 */
export function findProgramSource(words: readonly (string | null)[]): ProgramSource | null {
  const row = findInterpreter(words[0] ?? '');
  if (row === undefined) return null;
  if (row.shell !== undefined) return findShellSource(words, row);
  const hasSubcommand = row.subcommands?.includes(words[1] ?? '') === true;
  for (let at = hasSubcommand ? 2 : 1; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (isStandardInput(word)) return { kind: 'input' };
    const effect = word === null ? 'operand' : readOption(word, row);
    if (effect === 'end') return operandAt(at + 1, words, row, hasSubcommand);
    if (effect === 'operand') return operandAt(at, words, row, hasSubcommand);
    if (effect === 'input' || effect === 'other') return { kind: effect };
    if (effect === 'code') return codeAt(at + 1, words, row);
    if (effect === 'code-inside') return { kind: 'code', at: null, isShell: false };
    if (effect === 'takes-next') at += 1;
  }
  return { kind: 'input' };
}

/** Letters may be joined (`-lc`); each `o` and `O` takes a word; the code is the first word after all options. */
function findShellSource(words: readonly (string | null)[], { shell, flags }: Interpreter): ProgramSource {
  const isShell = shell === 'sh';
  let hasCode = false;
  let readsInput = false;
  let at = 1;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? null;
    if (word === '--' || word === '-') at += 1;
    if (word === null || !/^[-+]./.test(word) || word === '--') break;
    if (/^--(?:rcfile|init-file|init-command|emulate)$/.test(word)) at += 1;
    else if (/^--(?:version|help)$/.test(word)) return { kind: 'other' };
    else if (word.startsWith('--command=')) return { kind: 'code', at: null, isShell };
    else if (word.startsWith('--') || /[oO]./.test(word)) {
      // An option that is not known, and `-oe`, whose `o` takes the next word all the same.
      if (flags?.test(word) !== true) return { kind: 'other' };
      hasCode ||= word === '--command';
    } else {
      hasCode ||= word.startsWith('-') && word.includes('c');
      readsInput ||= word.includes('s');
      if (/[oO]$/.test(word)) at += 1;
    }
  }
  const token = words[at];
  if (token === undefined || isStandardInput(token)) return { kind: 'input' };
  if (hasCode) return { kind: 'code', at, isShell };
  return readsInput ? { kind: 'input' } : { kind: 'script', at, suffixes: [] };
}

function operandAt(
  at: number,
  words: readonly (string | null)[],
  row: Interpreter,
  hasSubcommand: boolean,
): ProgramSource {
  const word = words[at];
  if (word === undefined || isStandardInput(word)) return { kind: 'input' };
  if (word === '' || (word !== null && /^[a-z][a-z0-9+.-]+:/.test(word))) return { kind: 'other' };
  if (row.names.test('node') && word === 'inspect') return { kind: 'other' };
  if (row.needsScriptName === true && word !== null && !hasSubcommand && !/\.[cm]?[jt]sx?$/.test(word))
    return word === 'repl' ? { kind: 'input' } : { kind: 'other' };
  if (row.needsScriptName === true && word !== null && !/[./]/.test(word)) return { kind: 'other' };
  return { kind: 'script', at, suffixes: row.suffixes ?? [] };
}

function codeAt(at: number, words: readonly (string | null)[], row: Interpreter): ProgramSource {
  const word = words[at];
  // `-c` as the last word of xargs: the code comes from standard input.
  if (word === undefined || isStandardInput(word)) return { kind: 'input' };
  if (word !== null && row.consoles?.test(word) === true) return { kind: 'input' };
  return { kind: 'code', at, isShell: false };
}

type Effect = 'operand' | 'end' | 'flag' | 'takes-next' | 'code' | 'code-inside' | 'input' | 'other';

function readOption(word: string, row: Interpreter): Effect {
  if (word === '--') return 'end';
  const long = word.split('=', 1)[0] ?? '';
  if (row.longCode?.includes(long) === true) return word.includes('=') ? 'code-inside' : 'code';
  if (row.longInput?.includes(long) === true) return 'input';
  if (row.longNoScript?.includes(long) === true) return 'other';
  if (row.longValues?.includes(word) === true) return 'takes-next';
  if (!word.startsWith('-')) return 'operand';
  if (word.startsWith('--')) return word.includes('=') || row.flags?.test(word) === true ? 'flag' : 'other';
  return readCluster(word.slice(1), row);
}

/** A cluster such as `-ec` or `-Wignore`: the first letter that means something decides. */
function readCluster(letters: string, row: Interpreter): Effect {
  const has = (list: string | undefined, letter: string): boolean => list?.includes(letter) === true;
  for (const [index, letter] of [...letters].entries()) {
    if (has(row.input, letter)) return 'input';
    if (has(row.noScript, letter)) return 'other';
    if (has(row.code, letter)) return index === letters.length - 1 ? 'code' : 'code-inside';
    if (has(row.rest, letter)) return 'flag';
    if (has(row.values, letter)) return index === letters.length - 1 ? 'takes-next' : 'flag';
  }
  return 'flag';
}

/** The script in a command line such as `python3 -u check.py --strict`, with the suffixes it may lack. */
export interface ScriptArgument {
  readonly script: string;
  readonly suffixes: readonly string[];
}

/** The script in a command line; null when there is none, and when it is unknown: a wrong "missing" would stop a working hook. */
export function findScript(argv: readonly string[]): ScriptArgument | null {
  const source = findProgramSource(argv);
  const script = source?.kind === 'script' ? argv[source.at] : undefined;
  if (script === undefined || script.startsWith('/dev/') || source?.kind !== 'script') return null;
  return { script, suffixes: source.suffixes };
}
