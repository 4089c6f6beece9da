import { decodeUtf8 } from '../../events/json.ts';
import type { Source } from '../../events/source.ts';
import { cleanLine, errorLine } from '../../events/text.ts';
import { notRunnable, runCommand } from '../../executors/command.ts';
import { handlerEnvironment, hookDepth, pathOutside } from '../../executors/environment.ts';
import type { HandlerResult } from '../../executors/executor.ts';
import type { Argv } from '../../launch/launch.ts';
import { foreignNames } from '../../protocols/foreign-names.ts';

/** The events that a bare executable may print for `hook`. */
export const executableEvents: readonly string[] = foreignNames
  .filter(({ vocabulary }) => vocabulary === 'kodelet')
  .map(({ name }) => name);

export function isExecutableEvent(text: string): boolean {
  return executableEvents.includes(text);
}

/** A bare executable that names its event. */
export interface Question {
  readonly name: string;
  readonly source: Source;
  /** Its command line at an event; the last argument is replaced. */
  readonly argv: Argv;
  /** Directory of the approved copy. */
  readonly dir: string;
  readonly projectDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly grantedEnv: readonly string[];
  readonly signal?: AbortSignal;
}

/** The event it printed, or what it did instead, as the end of a sentence. */
export type EventReading = { readonly event: string } | { readonly detail: string };

const LIMIT_MS = 5_000;
const MAX_SHOWN = 60;

/**
 * Runs a bare executable as `FILE hook`: it must print exactly one event, white space aside, and exit with 0.
 *
 * All limits of a hook apply: process group, timeout, caps, filtered environment. The caller passes an approved version.
 */
export async function requestEvent(question: Question): Promise<EventReading> {
  const { argv, projectDir, signal } = question;
  const request = {
    argv: [...argv.slice(0, -1), 'hook'] as unknown as Argv,
    phase: 'observe' as const,
    stdin: Buffer.alloc(0),
    environment: environmentOf(question),
    cwd: projectDir,
    owner: question,
    timeoutMs: LIMIT_MS,
    signal: signal ?? new AbortController().signal,
  };
  const result = notRunnable(request) ?? (await runCommand(request));
  if (result.kind === 'failed') return { detail: withLastWords(describeFailure(result), result.stderr) };
  if (result.exitCode !== 0)
    return { detail: withLastWords(`exited with code ${result.exitCode}`, result.stderr) };
  const text = decodeUtf8(result.stdout)?.trim() ?? null;
  if (text === null) return { detail: 'printed invalid UTF-8' };
  return isExecutableEvent(text) ? { event: text } : { detail: `printed ${describeText(text)}` };
}

function environmentOf(question: Question): Readonly<Record<string, string>> {
  const { name, source, dir, projectDir, environment, grantedEnv } = question;
  const fixed = {
    HOOK_NAME: name,
    HOOK_DIR: dir,
    HOOK_SOURCE: source,
    HOOK_PROJECT_DIR: projectDir,
    HOOK_DEPTH: String(hookDepth(environment) + 1),
  };
  const host = { ...environment, PATH: pathOutside(environment['PATH'], projectDir) };
  return handlerEnvironment({ host, fixed, granted: grantedEnv });
}

function describeFailure({ cause, reason }: Extract<HandlerResult, { kind: 'failed' }>): string {
  if (cause === 'TIMEOUT') return `printed nothing within ${LIMIT_MS / 1000} s`;
  if (cause === 'ABORTED') return 'had no turn in the time for all';
  return cause === 'NOT_RUNNABLE' ? `cannot be run: ${reason.replace(/\.$/, '')}` : reason;
}

function describeText(text: string): string {
  if (text === '') return 'nothing';
  const [first = '', ...rest] = text.split('\n');
  if (rest.length > 0) return `${rest.length + 1} lines`;
  const near = executableEvents.find((event) => event === first.toLowerCase());
  const shown = `"${cleanLine(first).slice(0, MAX_SHOWN)}"`;
  return near === undefined ? `${shown}, which is no event of Kodelet` : `${shown} instead of "${near}"`;
}

function withLastWords(detail: string, stderr: string): string {
  const output = cleanLine(errorLine(stderr)).slice(0, MAX_SHOWN * 2);
  return output === '' ? cleanLine(detail) : `${cleanLine(detail)}: ${output}`;
}
