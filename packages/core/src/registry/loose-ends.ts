import { basename, isAbsolute } from 'node:path';
import { findScript, readsItsInput } from '../launch/script-argument.ts';
import { type ShellWord, shellWords } from '../manifest/shell-words.ts';

/** Where bytes could come in that nobody approved: the words, why, and what to do. */
export interface LooseEnd {
  readonly file: string;
  readonly detail: string;
  readonly fix: string;
}

/** What a path that counts from the folder of the command is; null = no file. */
export type LookUp = (path: string) => { readonly isExecutable: boolean } | null;

const NAME_IT = 'Name it as a word of its own, or make the hook a package.';
const INSIDE = 'where its bytes cannot be held';

/** Variables that say which bytes a program runs, where it is looked for, or where our copies are. */
const CHOOSER =
  'PATH|HOME|ENV|BASH_ENV|CDPATH|IFS|SHELL|HOOK_\\w+|CLAUDE_PROJECT_DIR|LD_\\w+|DYLD_\\w+|NODE_OPTIONS|NODE_PATH|PYTHON\\w+|PERL5\\w*|RUBY\\w+|GIT_\\w+|MAKEFLAGS|\\w*PAGER|\\w*EDITOR|\\w*BROWSER';
const IS_CHOOSER = new RegExp(`^(?:${CHOOSER})$`);
/** Also `${PATH:=.}`, and inside text that a shell reads later; not `--env=x`. */
const SETS_CHOOSER = new RegExp(`(?<![\\w.-])(${CHOOSER})(?:\\+|:)?=`);
/** Programs that give a variable a value without `=`. */
const BINDERS: ReadonlySet<string> = new Set([
  ...['declare', 'export', 'for', 'getopts', 'local', 'mapfile', 'read', 'readarray', 'readonly'],
  ...['select', 'typeset', 'unset'],
]);
/** Programs that look at their words, and run none of them. */
const LOOKERS: ReadonlySet<string> = new Set([
  ...[
    '[',
    '[[',
    'basename',
    'cat',
    'cd',
    'cmp',
    'cp',
    'cut',
    'date',
    'diff',
    'dirname',
    'echo',
    'egrep',
    'exit',
  ],
  ...[
    'fgrep',
    'grep',
    'head',
    'jq',
    'ls',
    'mkdir',
    'mv',
    'printf',
    'pwd',
    'return',
    'rm',
    'sleep',
    'stat',
    'tail',
  ],
  ...['test', 'touch', 'tr', 'true', 'false', 'type', 'uniq', 'wc', 'which', ':', 'shellcheck'],
]);
const SHELL = /^(?:r?bash|dash|ksh|sh|zsh)$/;
/** Programs that run the file they are given, or code. */
const RUNS_CODE =
  /^(?:r?bash|dash|ksh|sh|zsh|fish|python[\d.]*|node|deno|bun|perl|ruby|php|lua|tclsh|expect|tsx|ts-node|ash|busybox|toybox|su|pwsh|osascript|vim?|nvim|ex|gdb|java|Rscript|eval|source|\.)$/;
const HAS_SCRIPT_NAME = /\.(?:sh|bash|zsh|py|[cm]?[jt]s|rb|pl|php|lua|awk)$/;
/** Nobody writes a shell in a shell in a shell. */
const MAX_DEPTH = 3;
/** Settings of git that name a program. */
const GIT_RUNS =
  /hooksPath|fsmonitor|sshCommand|pager|editor|alias\.|external|textconv|filter\.|credential|askPass/i;
const EDGES = /[\s;&|()<>"'`$={},:!@]+/;
/** There anybody could put what is run, or it is another name for a file of the project. */
const ANYBODYS = /^\/(?:dev|proc|tmp|var\/tmp)\//;

/**
 * What a shell command of a repository might run beside the files that are found in it: code in strings and variables,
 * programs that read their program from standard input, wrappers nobody listed. Coarse, and rather too strict: what it
 * refuses can be a script of its own, or a package. Looks at names only. `held` are the places of the words that name a
 * file which is copied.
 */
export function findLooseEnds(
  text: string,
  lookUp: LookUp,
  held: ReadonlySet<number> = new Set(),
  depth = 0,
): readonly LooseEnd[] {
  const found: LooseEnd[] = [];
  const refuse = (file: string, detail: string, fix: string): void => {
    found.push({ file, detail, fix });
  };
  const setter = SETS_CHOOSER.exec(unquoted(text));
  if (setter !== null) refuseVariable(setter[0], setter[1] ?? '', refuse);
  for (const words of simpleCommands(text)) lookThrough(words, text, { lookUp, held, depth, refuse });
  return found;
}

interface Search {
  readonly lookUp: LookUp;
  readonly held: ReadonlySet<number>;
  /** How many times text was found in text. */
  readonly depth: number;
  readonly refuse: (file: string, detail: string, fix: string) => void;
}

function refuseVariable(raw: string, name: string, refuse: Search['refuse']): void {
  refuse(raw, `and \`${name}\` says what that is`, 'Leave it out, and name the program itself.');
}

/** The words of each simple command, with its assignments, without the files it is redirected to. */
function simpleCommands(text: string): readonly (readonly ShellWord[])[] {
  const commands: ShellWord[][] = [];
  let current: ShellWord[] = [];
  let hasProgram = false;
  for (const word of shellWords(text)) {
    if (word.isFirst || (word.isProgram && hasProgram)) {
      commands.push(current);
      current = [];
      hasProgram = false;
    }
    hasProgram ||= word.isProgram;
    current.push(word);
  }
  return [...commands, current].filter((words) => words.length > 0);
}

function lookThrough(words: readonly ShellWord[], text: string, search: Search): void {
  const rawOf = ({ start, end }: ShellWord): string => text.slice(start, end);
  const at = words.findIndex((word) => word.isProgram);
  const program = words[at];
  const name = program?.plain == null ? '' : basename(program.plain.text);
  const rest = words.slice(at + 1).filter((word) => word.redirection === null);
  for (const word of words) {
    const isCode = word.plain !== null && /[\s(){}<>|;&"'`!]/.test(word.plain.text);
    if (word.plain === null || (isCode && !LOOKERS.has(name))) scan(rawOf(word), search);
  }
  for (const word of words.slice(0, Math.max(at, 0))) scan(rawOf(word), search);
  if (program === undefined) return;
  const path = program.plain?.text ?? '';
  if (ANYBODYS.test(path))
    search.refuse(path, 'which anybody could put there', 'Name a file of the project.');
  if (name === 'alias') search.refuse(rawOf(program), 'which makes any word any program', NAME_IT);
  if (/^(?:at|batch|crontab|ed)$/.test(name))
    search.refuse(rawOf(program), 'which runs what it reads', 'Name the program itself.');
  if (/^[gmn]?awk$|^g?sed$/.test(name)) {
    const option = rest.find(({ plain }) => /^(?:-f.|--file=)/.test(plain?.text ?? ''));
    if (option !== undefined) search.refuse(rawOf(option), INSIDE, NAME_IT);
  }
  if (name === 'git') {
    const option = rest.find(({ plain }) => GIT_RUNS.test(plain?.text ?? ''));
    if (option !== undefined) search.refuse(rawOf(option), 'by a setting of git', 'Leave it out.');
  }
  const [next] = rest;
  if (
    (name === 'command' || name === 'builtin') &&
    next !== undefined &&
    !/^-[vV]/.test(next.plain?.text ?? '')
  ) {
    lookThrough(
      rest.map((word, index) => ({ ...word, isProgram: index === 0 })),
      text,
      search,
    );
    return;
  }
  if (name === 'command') return;
  if (BINDERS.has(name)) bindings(rest, rawOf, search);
  if (name === 'env') {
    const option = rest.find(({ plain }) =>
      /^(?:-[A-Za-z0]*[SC]|--(?:split-string|chdir))/.test(plain?.text ?? ''),
    );
    if (option !== undefined) search.refuse(rawOf(option), 'which hides what is run', NAME_IT);
  }
  if (name === 'eval' || name === 'trap') code(name === 'eval' ? rest : rest.slice(0, 1), rawOf, search);
  else if (RUNS_CODE.test(name)) interpreter([program, ...rest], text, search);
  else if (!LOOKERS.has(name)) argumentsOf(rest, text, search);
}

function bindings(rest: readonly ShellWord[], rawOf: (word: ShellWord) => string, search: Search): void {
  for (const word of rest) {
    const raw = rawOf(word);
    const [name = ''] = unquoted(raw).split('=');
    if (IS_CHOOSER.test(name)) refuseVariable(raw, name, search.refuse);
    else if (/[$`]/.test(name) && raw.includes('='))
      search.refuse(raw, 'which could set any variable', 'Name the variable itself.');
  }
}

/** Text that a shell reads: it must stand there in full, and name no file of ours. */
function code(words: readonly ShellWord[], rawOf: (word: ShellWord) => string, search: Search): void {
  const unclear = words.find(({ plain }) => plain === null || plain.variable !== null);
  const [first] = words;
  if (first !== undefined && (unclear !== undefined || search.depth >= MAX_DEPTH)) {
    search.refuse(
      rawOf(unclear ?? first),
      'which could be any code',
      'Write the code itself, in single quotes.',
    );
    return;
  }
  const inner = words.map(({ plain }) => plain?.text ?? '').join(' ');
  for (const end of findLooseEnds(inner, search.lookUp, new Set(), search.depth + 1))
    search.refuse(end.file, end.detail, end.fix);
  for (const one of simpleCommands(inner)) {
    const program = one.find((word) => word.isProgram);
    if (program === undefined) continue;
    const shown = inner.slice(program.start, program.end);
    if (program.plain === null || program.plain.variable !== null)
      search.refuse(shown, 'which could be any program', 'Name the program itself.');
    for (const { plain, isProgram } of one) {
      if (plain === null || (isProgram && !plain.text.includes('/'))) continue;
      const isRun = isProgram || RUNS_CODE.test(basename(program.plain?.text ?? ''));
      if (isRun && search.lookUp(plain.text) !== null) search.refuse(plain.text, INSIDE, NAME_IT);
    }
  }
}

function interpreter(words: readonly ShellWord[], text: string, search: Search): void {
  const [program, ...rest] = words;
  if (program === undefined) return;
  const rawOf = ({ start, end }: ShellWord): string => text.slice(start, end);
  const name = basename(program.plain?.text ?? '');
  // A word that nobody can read ends options: it may be the script.
  const argv = [name, ...rest.map(wordOf)] as const;
  const isSourced = name === '.' || name === 'source';
  const script = isSourced ? (argv[1] ?? null) : (findScript(argv)?.script ?? null);
  const at = script === null ? -1 : argv.indexOf(script, 1);
  const word = at < 0 ? undefined : rest[at - 1];
  const options = at < 0 ? rest : rest.slice(0, at - 1);
  if (word !== undefined) {
    const { plain } = word;
    const isUnclear = plain === null || (plain.variable !== null && !KNOWN.has(plain.variable));
    if (isUnclear) search.refuse(rawOf(word), 'which could be any file', 'Name the file itself.');
    else if (!search.held.has(word.start) && plain.variable === null && search.lookUp(plain.text) !== null)
      search.refuse(rawOf(word), INSIDE, NAME_IT);
  }
  if (argv.slice(1).some((one) => ANYBODYS.test(one) && one !== '/dev/null'))
    search.refuse(rawOf(program), 'with a file that anybody could put there', 'Name a file of the project.');
  if (word === undefined && readsItsInput(argv) && !/<<-?\s*['"\\A-Za-z_]/.test(text))
    search.refuse(rawOf(program), 'which runs what it reads', 'Give it a file, or the code itself.');
  for (const option of options) {
    if (option.plain === null) continue;
    scan(rawOf(option), search, true);
    if (search.lookUp(option.plain.text) !== null) search.refuse(rawOf(option), INSIDE, NAME_IT);
  }
  const codeAt = options.findIndex(({ plain }) => /^-\w*c$/.test(plain?.text ?? ''));
  if (SHELL.test(name) && codeAt >= 0) code(rest.slice(codeAt + 1, codeAt + 2), rawOf, search);
  if (/^python/.test(name)) modules(options, search);
}

/** As an interpreter's command line has it; with a sign that no path has where only the shell knows the word. */
function wordOf({ plain }: ShellWord): string {
  return plain === null || plain.variable !== null ? `\0${plain?.text ?? ''}` : plain.text;
}

const KNOWN: ReadonlySet<string> = new Set(['CLAUDE_PROJECT_DIR', 'HOOK_PROJECT_DIR', 'HOME']);

/** With `-c` and `-m` Python looks for modules in the project before it looks among its own. */
function modules(options: readonly ShellWord[], { lookUp, refuse }: Search): void {
  if (!options.some(({ plain }) => /^-\w*[cm]/.test(plain?.text ?? ''))) return;
  for (const { plain } of options) {
    for (const token of new Set((plain?.text ?? '').split(/\W+/))) {
      const file = [`${token}.py`, `${token}/__init__.py`, `${token}/__main__.py`].find(
        (one) => token !== '' && lookUp(one) !== null,
      );
      if (file !== undefined) refuse(file, INSIDE, NAME_IT);
    }
  }
}

/** Of a program that nobody knows: words that it may run. */
function argumentsOf(rest: readonly ShellWord[], text: string, search: Search): void {
  for (const [at, { plain, start, end }] of rest.entries()) {
    if (plain === null || plain.variable !== null || search.held.has(start)) continue;
    // `.` behind another program is a folder.
    if (plain.text !== '.' && RUNS_CODE.test(basename(plain.text))) {
      interpreter(rest.slice(at), text, search); // looks at all the rest
      return;
    }
    const paths = [plain.text, plain.text.split('=').at(-1) ?? ''].filter((one) => one.includes('/'));
    if (paths.some((path) => search.lookUp(path)?.isExecutable === true))
      search.refuse(text.slice(start, end), INSIDE, NAME_IT);
  }
}

/** Text that a shell, or some other language, reads: no file that is run may hide in it. */
function scan(raw: string, { lookUp, refuse }: Search, isCode = false): void {
  for (const text of new Set([raw, unquoted(raw)])) {
    let isRun = isCode;
    for (const token of text.split(EDGES)) {
      const path = token.replace(/^-[A-Za-z]/, '').replace(/\\/g, '');
      const mayRun = isRun || (path.includes('/') && !isAbsolute(path)) || HAS_SCRIPT_NAME.test(path);
      if (path !== '' && mayRun && lookUp(path) !== null) {
        refuse(path, INSIDE, NAME_IT);
        return;
      }
      if (!token.startsWith('-') && token !== '')
        isRun = isCode || RUNS_CODE.test(basename(token)) || token === 'cat';
    }
  }
}

function unquoted(text: string): string {
  return text.replace(/["'\\]/g, '');
}
