import { normalize } from 'node:path/posix';
import type { Word } from '@hookmd/shell';
import {
  findPackageFile,
  HAS_SCRIPT_NAME,
  inspectCommand,
  OWN_DIRECTORY,
  PROJECT_VARIABLE,
  type RunWord,
} from '../command/inspect.ts';
import type { HttpSpec } from '../events/service-spec.ts';
import { readCommand } from '../events/text.ts';
import { findUrlProblem, hasBrokenVariable, optionOf } from '../executors/http/service-url.ts';
import { protocols } from '../protocols/index.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import { type IssueList, quote } from '../yaml/issue-list.ts';
import { type KeyReading, manifestKeys, type RawManifest } from './keys.ts';
import type { HandlerSpec } from './manifest.ts';

/** The hook type of each key that declares what a package runs. */
const modeOfKey = {
  command: 'command',
  handler: 'handler',
  url: 'http',
  prompt: 'prompt',
  agent: 'agent',
} as const;
type ModeKey = keyof typeof modeOfKey;
const modeKeys = Object.keys(modeOfKey) as ModeKey[];

/** Files that are the handler of a package that names none, first one first. */
const MODULES = ['handler.ts', 'handler.js', 'handler.cjs', 'handler.mjs'];
const OPENCLAW_MODULES = [...MODULES, 'index.ts', 'index.js'];
const SCRIPT = 'handler.sh';

export interface HandlerPlace {
  readonly protocol: ProtocolId;
  /** Every file of the package, by its relative path. */
  readonly files: readonly string[];
  /** A settings entry: what its command runs was found before. */
  readonly isEntry: boolean;
  /** Variables that mean a directory of a plugin. */
  readonly variables: readonly string[];
  /** OpenClaw reads a `url` at the top as the home page. */
  readonly isUrlHomepage: boolean;
  /** The export that OpenClaw would call; null = the default one. */
  readonly exportName: string | null;
}

/** Parses how the hook runs: one of the five hook types. Null after an error. */
export function readHandler(
  { raw, broken }: KeyReading,
  location: HandlerPlace,
  issues: IssueList,
): HandlerSpec | null {
  const given = modeKeys.filter(
    (key) => (raw[key] !== undefined || broken.has(key)) && !(key === 'url' && location.isUrlHomepage),
  );
  const [key, second] = given;
  if (key === undefined) return findHandler(raw, location, issues);
  if (second !== undefined) {
    const detail = 'a hook is run in one way';
    issues.add('MANIFEST_CONFLICT', { first: key, second, detail }, [second], 'key');
    return null;
  }
  // `type: agent` with `prompt` is the pattern page's spelling of `agent`.
  const mode = key === 'prompt' && raw.type === 'agent' ? 'agent' : modeOfKey[key];
  if (raw.type !== undefined && raw.type !== mode) {
    const detail = `\`type: ${raw.type}\` goes with \`${modeKeys.find((name) => modeOfKey[name] === raw.type)}\``;
    issues.add('MANIFEST_CONFLICT', { first: 'type', second: key, detail }, ['type']);
    return null;
  }
  return broken.has(key) ? null : readers[mode](raw, location, issues);
}

const readers: Readonly<
  Record<
    HandlerSpec['mode'],
    (raw: Partial<RawManifest>, location: HandlerPlace, issues: IssueList) => HandlerSpec | null
  >
> = {
  command: (raw, { protocol, files, isEntry, variables }, issues) =>
    readCommandSpec(raw, { protocol, files: isEntry ? null : files, variables }, issues),
  handler: readModule,
  http: (raw, _, issues) => readHttp(raw, issues),
  prompt: (raw, _, issues) => {
    const prompt = readPrompt('prompt', raw.prompt, issues);
    return prompt === null ? null : { mode: 'prompt', prompt, model: raw.model ?? null };
  },
  agent: (raw, _, issues) => {
    const prompt = readPrompt(raw.agent === undefined ? 'prompt' : 'agent', raw.agent ?? raw.prompt, issues);
    const commands = readCommands(raw.commands ?? [], issues);
    return prompt === null || commands === null
      ? null
      : { mode: 'agent', prompt, model: raw.model ?? null, commands };
  },
};

function readModule(
  raw: Partial<RawManifest>,
  location: HandlerPlace,
  issues: IssueList,
): HandlerSpec | null {
  const given = raw.handler ?? '';
  const file = given.replace(/^\.\//, '');
  const detail = checkModule(file, location.files);
  if (detail === null) return moduleSpec(file, location);
  issues.add(
    'MANIFEST_VALUE',
    { key: 'handler', found: quote(given), detail, example: manifestKeys.handler.example },
    ['handler'],
  );
  return null;
}

function moduleSpec(file: string, { exportName }: HandlerPlace): HandlerSpec {
  return { mode: 'handler', file, ...(exportName === null ? {} : { exportName }) };
}

function checkModule(file: string, files: readonly string[]): string | null {
  if (file.startsWith('/') || file.split(/[/\\]/).includes('..')) return 'it must lie inside the package';
  if (!/\.[cm]?[jt]s$/.test(file)) return 'it is not a module; a program is named with `command`';
  return files.includes(file) ? null : 'the package has no such file';
}

function readPrompt(key: 'prompt' | 'agent', text: string | undefined, issues: IssueList): string | null {
  if (text !== undefined && text.trim() !== '') return text;
  issues.add(
    'MANIFEST_VALUE',
    { key, found: '""', detail: 'it is empty', example: manifestKeys[key].example },
    [key],
  );
  return null;
}

/** Command lines that run without a shell: what cannot be split into words would silently never run. */
function readCommands(commands: readonly string[], issues: IssueList): readonly string[] | null {
  let isRight = true;
  for (const [index, line] of commands.entries()) {
    const reading = readCommand(line);
    const detail =
      'error' in reading
        ? reading.error
        : reading.shellSigns.length > 0
          ? `no shell reads it, so \`${reading.shellSigns[0]}\` would do nothing`
          : line.includes('\0')
            ? 'no program can be given a NUL'
            : null;
    if (detail === null) continue;
    isRight = false;
    const { example } = manifestKeys.commands;
    issues.add('MANIFEST_VALUE', { key: 'commands', found: quote(line), detail, example }, [
      'commands',
      index,
    ]);
  }
  return isRight ? commands : null;
}

/** The handler of a package that names none: a module, or the script `handler.sh`. */
function findHandler(
  { type }: Partial<RawManifest>,
  location: HandlerPlace,
  issues: IssueList,
): HandlerSpec | null {
  const modules = location.protocol === 'openclaw' ? OPENCLAW_MODULES : MODULES;
  const module = modules.find((file) => location.files.includes(file));
  if (module !== undefined && (type === undefined || type === 'handler')) return moduleSpec(module, location);
  if (location.files.includes(SCRIPT) && (type === undefined || type === 'command')) {
    return { mode: 'command', command: [`./${SCRIPT}`], shell: false };
  }
  const key = modeKeys.find((name) => modeOfKey[name] === type) ?? 'command';
  const detail =
    type === undefined
      ? `nothing defines what to run, and the package has none of ${[...modules, SCRIPT].join(', ')}`
      : `\`type\` is ${type}`;
  issues.add(
    'MANIFEST_MISSING_KEY',
    { key, detail, example: manifestKeys[key].example },
    type === undefined ? [] : ['type'],
  );
  return null;
}

/** Headers of the transport: HookMD sets them. */
const OUR_HEADERS: ReadonlySet<string> = new Set(
  'host connection content-length content-type content-encoding transfer-encoding accept accept-encoding keep-alive te trailer upgrade expect'.split(
    ' ',
  ),
);

/** Reads the address and the headers of a service. Null after an error. */
function readHttp(raw: Partial<RawManifest>, issues: IssueList): HttpSpec | null {
  const { url = '', headers = {} } = raw;
  const detail = checkUrl(url, raw.options);
  if (detail !== null) issues.add('URL_INVALID', { found: quote(url), detail }, ['url']);
  let isFine = detail === null;
  for (const [name, value] of Object.entries(headers)) {
    const wrong = checkHeader(name, value);
    if (wrong === null) continue;
    isFine = false;
    const { example } = manifestKeys.headers;
    const found = quote(`${name}: ${value}`);
    issues.add('MANIFEST_VALUE', { key: 'headers', found, detail: wrong, example }, ['headers', name]);
  }
  return isFine ? { mode: 'http', url, headers, shape: raw.shape ?? null } : null;
}

function checkUrl(url: string, options: RawManifest['options'] | undefined): string | null {
  if (!url.includes('${')) return findUrlProblem(url);
  const option = optionOf(url);
  if (option === null || option.rest.includes('${')) {
    return `only an option can stand in it, and only at its beginning: \`\${options.address}/path\``;
  }
  const properties = options?.['properties'];
  const isDeclared =
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, option.name);
  if (!isDeclared) return `\`options\` has no property \`${option.name}\``;
  return findUrlProblem(`http://localhost${option.rest}`);
}

function checkHeader(name: string, value: string): string | null {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    return 'it is not an HTTP header';
  }
  if (OUR_HEADERS.has(name.toLowerCase())) return 'it belongs to how the message is sent';
  return hasBrokenVariable(value) ? `a variable is written \`\${NAME}\`` : null;
}

/**
 * Parses `command` and `shell`: a list is the words; a string goes to a shell, or is split into words here (A7).
 *
 * The protocol decides which, unless `shell` is set.
 */
function readCommandSpec(
  raw: Partial<RawManifest>,
  { protocol, files, variables }: Pick<CommandPlace, 'protocol' | 'files' | 'variables'>,
  issues: IssueList,
): HandlerSpec | null {
  const spec = readWords(raw, protocol, issues);
  if (spec !== null) {
    const declared = [...(raw.env ?? []), ...(raw.requires?.env ?? [])];
    checkCommand(spec.command, { protocol, files, variables, declared, hasShell: spec.shell }, issues);
  }
  return spec;
}

function readWords(
  raw: Partial<RawManifest>,
  protocol: ProtocolId,
  issues: IssueList,
): Extract<HandlerSpec, { mode: 'command' }> | null {
  const { command = '' } = raw;
  const reject = (detail: string, found: string): null => {
    issues.add('MANIFEST_VALUE', { key: 'command', found, detail, example: manifestKeys.command.example }, [
      'command',
    ]);
    return null;
  };
  if ([command].flat().some((word) => word.includes('\0'))) {
    return reject('no program can be given a NUL', typeof command === 'string' ? 'this text' : 'this list');
  }
  if (typeof command !== 'string') {
    if ((command[0] ?? '').trim() === '') return reject('its first word is the program', 'an empty list');
    if (raw.shell !== true) return { mode: 'command', command, shell: false };
    issues.add(
      'MANIFEST_CONFLICT',
      { first: 'shell', second: 'command', detail: 'a shell takes a string, not a list' },
      ['shell'],
    );
    return null;
  }
  if (command.trim() === '') return reject('it is empty', quote(command));
  if (raw.shell ?? protocols[protocol].usesShell) return { mode: 'command', command, shell: true };
  const reading = readCommand(command);
  if ('error' in reading) return reject(reading.error, quote(command));
  if (reading.shellSigns.length > 0) {
    const found = reading.shellSigns
      .slice(0, 5)
      .map((sign) => `\`${sign}\``)
      .join(' ');
    issues.add('MANIFEST_NO_SHELL', { found }, ['command']);
  }
  return { mode: 'command', command: reading.words, shell: false };
}

/** Where the command of a hook is, and what its environment will have. */
export interface CommandPlace {
  readonly protocol: ProtocolId;
  /** Files of the package; null = a settings entry, whose files were found before. */
  readonly files: readonly string[] | null;
  /** Whether a shell reads the command: without one `./x` is always a file of the package. */
  readonly hasShell: boolean;
  /** Variables that the manifest declares. */
  readonly declared: readonly string[];
  /** Variables that mean a directory of a plugin. */
  readonly variables: readonly string[];
}

/** Directories of the plugins and extensions of other systems: nothing sets them for a hook here. */
const PLUGIN_VARIABLES =
  /^(?:CLAUDE|CODEX|GEMINI|CURSOR|COPILOT)?_?PLUGIN_(?:ROOT|DATA)$|^extensionPath$|^workspacePath$/;
/** What a handler finds in its environment, or every shell sets itself. */
const SET =
  /^(?:HOOK_\w+|tool_input_\w+|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|TERM|TRACEPARENT|PATH|PWD|OLDPWD|SHLVL|PPID|UID|EUID|GID|HOSTNAME|RANDOM|SECONDS|LINENO|BASH\w*|OPTARG|OPTIND|OPTERR|REPLY|IFS|PS[1-4]|_)$/;

/**
 * Reports a command that would run the event as a program, a file that is not approved, or a path that starts with an undefined
 * variable.
 *
 * A package may start any program; only its own files are approved with it.
 */
function checkCommand(command: string | readonly string[], location: CommandPlace, issues: IssueList): void {
  const { files } = location;
  const { runs, operands, readsProgram, importsFromCwd, variables, assigned } = inspectCommand(command);
  for (const text of new Set(readsProgram))
    issues.add('COMMAND_READS_PROGRAM', { command: cut(text) }, ['command']);
  // Without a shell another argument is given to the program as it is written.
  const isRead = (word: Word, isPath: boolean): boolean =>
    location.hasShell ? isPath : runs.some((run) => run.word === word);
  const unset = new Map(
    variables
      .filter(
        ({ name, word: token, isPath }) =>
          isRead(token, isPath) && !assigned.has(name) && !isVariableSet(name, location),
      )
      .map(({ name, word }) => [name, word.source]),
  );
  for (const [name, text] of unset) {
    const fix = PLUGIN_VARIABLES.test(name)
      ? 'Install the plugin with `hooks install DIRECTORY`, or write ./FILE for a file of the package.'
      : name === 'GEMINI_PROJECT_DIR'
        ? 'Write $HOOK_PROJECT_DIR instead.'
        : `List ${name} under \`env\` if your environment has it, or write the whole path.`;
    issues.add('COMMAND_VARIABLE', { name, word: cut(text), fix }, ['command']);
  }
  if (files === null) return;
  for (const { word } of variables) {
    if (OWN_DIRECTORY.has(word.variable) && leavesPackage(word))
      issues.add('COMMAND_OUTSIDE', { file: cut(word.source) }, ['command']);
  }
  for (const { word, role } of runs) {
    const { variable, value } = word;
    const isSet = variable !== null && OWN_DIRECTORY.has(variable) && isVariableSet(variable, location);
    const isOwn = isSet && role !== 'name' && value?.startsWith('/') === true;
    if (isOwn && !leavesPackage(word) && findPackageFile(word, files) === null)
      issues.add('COMMAND_MISSING', { file: cut(word.source) }, ['command']);
  }
  const isInProject = protocols[location.protocol].cwd === 'session';
  for (const text of new Set(isInProject ? importsFromCwd : []))
    issues.add('COMMAND_IMPORTS_PROJECT', { command: cut(text) }, ['command']);
  for (const run of runs) {
    if (isOfProject(run, files, location))
      issues.add('COMMAND_FILE', { file: cut(run.word.source) }, ['command']);
  }
  for (const { word, program } of operands) {
    const isScript = HAS_SCRIPT_NAME.test(word.value ?? '') && !runs.some((run) => run.word === word);
    // What a program of the package does with its arguments is approved with it.
    if (!isScript || findPackageFile(program, files) !== null) continue;
    const isNamed = word.source.replace(/^"/, '').startsWith('./') || OWN_DIRECTORY.has(word.variable);
    if (!isNamed || isOfProject({ word, role: 'script' }, files, location))
      issues.add('COMMAND_FILE', { file: cut(word.source) }, ['command']);
  }
}

function leavesPackage({ value }: Word): boolean {
  return value !== null && normalize(value.slice(1)).split('/')[0] === '..';
}

/** Whether a variable in a command has a value when the hook runs; without a shell only placeholders have. */
export function isVariableSet(
  name: string,
  { protocol, declared, variables, hasShell }: Omit<CommandPlace, 'files'>,
): boolean {
  const row = protocols[protocol];
  const ofAgent = [...row.agentVariables, row.environmentFile?.variable];
  if (Object.hasOwn(row.variables, name) || ofAgent.includes(name) || variables.includes(name)) return true;
  return hasShell ? SET.test(name) || declared.includes(name) : name === 'HOOK_DIR';
}

function isOfProject(
  { word: text, role }: Pick<RunWord, 'word' | 'role'>,
  files: readonly string[],
  { protocol, hasShell }: CommandPlace,
): boolean {
  const { variable, value } = text;
  if (variable !== null) return PROJECT_VARIABLE.test(variable);
  if (role === 'name' || value === null || value.startsWith('/')) return false;
  if (protocols[protocol].cwd === 'package' || (!hasShell && value.startsWith('./'))) return false;
  return findPackageFile(text, files) === null;
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
