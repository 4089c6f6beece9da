import { basename } from 'node:path';

/** How a family of interpreters reads its command line, as far as it matters for finding the script. */
interface CommandLine {
  /** Short options after which there is no script: code, a module, stdin, version. */
  noScript: string;
  /** Short options that take the rest of their word, or else the next word, as value. */
  takesValue: string;
  /** Short options that take the rest of their word as value, be it empty. */
  takesRest: string;
  longNoScript: readonly string[];
  longTakesValue: readonly string[];
  /** Long options that take nothing. One that is in no list, and has no `=`, ends the search. */
  flags: RegExp;
  /** Suffixes tried when the file itself is not there. */
  suffixes: readonly string[];
}

const SHELL: CommandLine = {
  noScript: 'cs',
  takesValue: 'oO',
  takesRest: '',
  longNoScript: ['--version', '--help'],
  longTakesValue: ['--rcfile', '--init-file'],
  flags: /^--(noprofile|norc|posix|login|noediting|restricted|verbose)$/,
  suffixes: [],
};
const PYTHON: CommandLine = {
  noScript: 'cmhV?',
  takesValue: 'WX',
  takesRest: '',
  longNoScript: ['--version', '--help'],
  longTakesValue: ['--check-hash-based-pycs'],
  flags: /^$/,
  suffixes: [],
};
const NODE: CommandLine = {
  noScript: 'epvhi',
  takesValue: 'rC',
  takesRest: '',
  longNoScript: [
    '--eval',
    '--print',
    '--version',
    '--help',
    '--interactive',
    '--test',
    '--run',
    '--v8-options',
  ],
  longTakesValue: [
    '--require',
    '--import',
    '--loader',
    '--experimental-loader',
    '--conditions',
    '--input-type',
  ],
  flags:
    /^--(no-[a-z-]+|enable-source-maps|preserve-symlinks|throw-deprecation|trace-warnings|expose-gc|experimental-(strip-types|vm-modules|permission))$/,
  suffixes: ['.js', '.json', '.node'],
};
const PERL: CommandLine = {
  noScript: 'eEvVhS',
  takesValue: 'I',
  takesRest: 'mMiFxDdC',
  longNoScript: ['--version', '--help'],
  longTakesValue: [],
  flags: /^$/,
  suffixes: [],
};
const RUBY: CommandLine = {
  noScript: 'evhS',
  takesValue: 'rICE',
  takesRest: 'xiFKTW0',
  longNoScript: ['--version', '--help'],
  longTakesValue: [],
  flags: /^--(en|dis)able/,
  suffixes: [],
};
const PHP: CommandLine = {
  noScript: 'rRFBEaSvihm',
  takesValue: 'dcz',
  takesRest: '',
  longNoScript: ['--run', '--version', '--help', '--info', '--modules'],
  longTakesValue: ['--define', '--php-ini'],
  flags: /^--no-/,
  suffixes: [],
};

const FAMILIES: readonly (readonly [RegExp, CommandLine])[] = [
  [/^(sh|bash|dash|zsh|ksh)$/, SHELL],
  [/^python(2|3(\.\d+)?)?$/, PYTHON],
  [/^node$/, NODE],
  [/^perl$/, PERL],
  [/^ruby$/, RUBY],
  [/^php$/, PHP],
];

/** Options of `deno run` and `bun run` that take no further word. */
const RUN_FLAGS = /^(-[AqRWNES]+|--(allow|deny|no|unstable)-[\w-]+(=.*)?|--quiet|--bun|--smol)$/;

/** The script that `argv` makes an interpreter run, with the suffixes it may lack. */
export interface ScriptArgument {
  script: string;
  suffixes: readonly string[];
}

/**
 * The script in a command line such as `python3 -u check.py --strict`.
 *
 * Null when there is none (`-c`, `-m`, `-e`, stdin) and when it cannot be told, for instance after
 * an option not known here: a wrong "missing" would stop a hook that works.
 */
export function findScript(argv: readonly [string, ...string[]]): ScriptArgument | null {
  const name = basename(argv[0]);
  if (name === 'bun' || name === 'deno') return findRunScript(name, argv.slice(1));
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
  if (family === undefined) return null;
  for (let index = 1; index < argv.length; index += 1) {
    const word = argv[index] as string;
    if (family === NODE && word === 'inspect') return null;
    const effect = readOption(word, family);
    if (effect === 'none') return toScript(word, family.suffixes);
    if (effect === 'end') return toScript(argv[index + 1], family.suffixes);
    if (effect === 'unknown') return null;
    if (effect === 'takes-next') index += 1;
  }
  return null;
}

/** Whether an interpreter has neither a script nor code in `argv`: then its program comes from standard input. */
export function readsItsInput(argv: readonly [string, ...string[]]): boolean {
  const family = FAMILIES.find(([pattern]) => pattern.test(basename(argv[0])))?.[1];
  if (family === undefined) return false;
  for (let index = 1; index < argv.length; index += 1) {
    const word = argv[index] as string;
    if (word === '-' || word === '/dev/stdin') return true;
    const effect = readOption(word, family);
    if (effect === 'end') return index + 1 === argv.length;
    if (effect === 'none') return false;
    if (effect === 'unknown') return family === SHELL && /^-[a-bd-z]*s[a-bd-z]*$/i.test(word);
    if (effect === 'takes-next') index += 1;
  }
  return true;
}

/** bun and deno have subcommands, and names from package.json: only what looks like a file is one. */
function findRunScript(name: 'bun' | 'deno', words: readonly string[]): ScriptArgument | null {
  const hasRun = words[0] === 'run';
  if (name === 'deno' && !hasRun) return null;
  const word = words.slice(hasRun ? 1 : 0).find((candidate) => !RUN_FLAGS.test(candidate));
  return word !== undefined && /^[^-].*\.[cm]?[jt]sx?$/.test(word) ? toScript(word, []) : null;
}

/** Not ours to judge: no word at all, URLs and package specifiers, and devices such as /dev/stdin. */
function toScript(word: string | undefined, suffixes: readonly string[]): ScriptArgument | null {
  if (word === undefined || word === '' || /^[a-z]+:/.test(word) || word.startsWith('/dev/')) return null;
  return { script: word, suffixes };
}

function readOption(word: string, family: CommandLine): 'none' | 'end' | 'flag' | 'takes-next' | 'unknown' {
  if (word === '--') return 'end';
  if (word === '-') return 'unknown';
  if (!word.startsWith('-') && !(family === SHELL && word.startsWith('+'))) return 'none';
  if (word.startsWith('--')) {
    if (family.longNoScript.includes(word.split('=', 1)[0] as string)) return 'unknown';
    if (family.longTakesValue.includes(word)) return 'takes-next';
    return word.includes('=') || family.flags.test(word) ? 'flag' : 'unknown';
  }
  // A cluster such as -ec or -Wignore: the first letter that means something decides.
  for (const [index, letter] of [...word.slice(1)].entries()) {
    if (family.noScript.includes(letter)) return 'unknown';
    if (family.takesRest.includes(letter)) return 'flag';
    if (!family.takesValue.includes(letter)) continue;
    if (index === word.length - 2) return 'takes-next';
    return family === SHELL ? 'unknown' : 'flag'; // a shell's -oe takes the next word all the same
  }
  return 'flag';
}
