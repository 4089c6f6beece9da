import type { Word } from '@hookmd/shell';
import { findPackageFile, HAS_SCRIPT_NAME, inspectCommand, type RunWord } from '../command/inspect.ts';
import { protocols } from '../protocols/index.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import type { IssueList } from './issue-list.ts';

/** Where the command of a hook is, and what its environment will have. */
export interface CommandPlace {
  readonly protocol: ProtocolId;
  /** Files of the package; null = a settings entry, whose files were found before. */
  readonly files: readonly string[] | null;
  /** Whether a shell reads the command: without one `./x` is always a file of the package. */
  readonly hasShell: boolean;
  /** Variables that the manifest declares. */
  readonly declared: readonly string[];
}

/** Directories of the plugins and extensions of other systems: nothing sets them for a hook here. */
const PLUGIN_VARIABLES =
  /^(?:CLAUDE|CODEX|GEMINI|CURSOR|COPILOT)?_?PLUGIN_(?:ROOT|DATA)$|^extensionPath$|^workspacePath$/;
/** What a handler finds in its environment, or every shell sets itself. */
const SET =
  /^(?:HOOK_\w+|tool_input_\w+|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|TERM|TRACEPARENT|PATH|PWD|OLDPWD|SHLVL|PPID|UID|EUID|GID|HOSTNAME|RANDOM|SECONDS|LINENO|BASH\w*|OPTARG|OPTIND|OPTERR|REPLY|IFS|PS[1-4]|_)$/;
const OF_PROTOCOL: Readonly<Partial<Record<ProtocolId, RegExp>>> = {
  claude: /^CLAUDE_PROJECT_DIR$/,
  microclaw: /^MICROCLAW_HOOK_(?:EVENT|NAME)$/,
};
const PROJECT_VARIABLES: ReadonlySet<string> = new Set(['CLAUDE_PROJECT_DIR', 'HOOK_PROJECT_DIR']);

/**
 * Reports a command that would run the event as a program, a file that is not approved, or a path that starts with an undefined
 * variable.
 *
 * A package may start any program; only its own files are approved with it.
 */
export function checkCommand(
  command: string | readonly string[],
  location: CommandPlace,
  issues: IssueList,
): void {
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
      ? 'Put the files of the plugin into a package beside its HOOK.md, and write ./FILE instead.'
      : name === 'GEMINI_PROJECT_DIR'
        ? 'Write $HOOK_PROJECT_DIR instead.'
        : `List ${name} under \`env\` if your environment has it, or write the whole path.`;
    issues.add('COMMAND_VARIABLE', { name, word: cut(text), fix }, ['command']);
  }
  if (files === null) return;
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
    const isNamed = word.source.replace(/^"/, '').startsWith('./') || word.variable === 'HOOK_DIR';
    if (!isNamed || isOfProject({ word, role: 'script' }, files, location))
      issues.add('COMMAND_FILE', { file: cut(word.source) }, ['command']);
  }
}

/** Whether a variable in a command has a value when the hook runs; without a shell only placeholders have. */
export function isVariableSet(
  name: string,
  { protocol, declared, hasShell }: Omit<CommandPlace, 'files'>,
): boolean {
  if (OF_PROTOCOL[protocol]?.test(name) === true) return true;
  return hasShell ? SET.test(name) || declared.includes(name) : name === 'HOOK_DIR';
}

function isOfProject(
  { word: text, role }: Pick<RunWord, 'word' | 'role'>,
  files: readonly string[],
  { protocol, hasShell }: CommandPlace,
): boolean {
  const { variable, value } = text;
  if (variable !== null) return PROJECT_VARIABLES.has(variable);
  if (role === 'name' || value === null || value.startsWith('/')) return false;
  if (protocols[protocol].cwd === 'package' || (!hasShell && value.startsWith('./'))) return false;
  return findPackageFile(text, files) === null;
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
