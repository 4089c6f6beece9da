import { resolve } from 'node:path';
import { readCommand } from '../../events/command-words.ts';
import { findProgram } from '../../launch/find-program.ts';
import { monotonicMs } from '../../process/clock.ts';
import { runProcess } from '../../process/process.ts';
import { notRunnable } from '../command.ts';
import type { ExecutorRequest } from '../executor.ts';
import type { ToolResult } from './tool-result.ts';

/** Of each stream, its end: there stands what failed. */
const MAX_SHOWN_CHARACTERS = 8_000;

export interface CommandScene {
  /** The project, without links: where commands run. */
  readonly root: string;
  readonly commands: readonly string[];
  readonly request: ExecutorRequest;
  readonly signal: AbortSignal;
}

/** The words of each command that may be run; what cannot be split is none. */
export function commandLines(commands: readonly string[]): readonly (readonly string[])[] {
  return commands.map(wordsOf).filter((words) => words !== null);
}

/** Runs a command of the manifest, word for word, as any command of a hook is run: no shell, its own group, every limit. */
export async function runCommandLine(line: string, scene: CommandScene): Promise<ToolResult> {
  const words = wordsOf(line);
  const isListed = commandLines(scene.commands).some((one) => isSame(one, words));
  const [name, ...args] = words ?? [];
  if (!isListed || name === undefined) {
    const text = `Only these may be run, word for word: ${scene.commands.map((one) => `\`${one}\``).join(', ')}. Nothing was run.`;
    return { text, isError: true };
  }
  const { root, request, signal } = scene;
  const path = request.environment['PATH'] ?? '';
  const program = name.includes('/') ? resolve(root, name) : findProgram(name, path);
  if (program === null) return { text: `${name} is not installed here.`, isError: true };
  const argv = [program, ...args] as const;
  const problem = notRunnable({ ...request, argv, cwd: root });
  if (problem !== null)
    return { text: 'reason' in problem ? problem.reason : 'It cannot be run.', isError: true };
  const startedAt = monotonicMs();
  const result = await runProcess({
    argv,
    cwd: root,
    env: request.environment,
    stdin: '',
    timeoutMs: request.timeoutMs,
    signal,
    owner: request.owner,
  });
  const ended = result.end === 'exit' ? `exit status ${result.exitCode}` : `was stopped: ${result.end}`;
  const seconds = ((monotonicMs() - startedAt) / 1000).toFixed(1);
  const text = [
    `${ended}, after ${seconds} s`,
    ...shown('standard output', result.stdout),
    ...shown('standard error', result.stderr),
  ].join('\n');
  return { text, isError: false };
}

function wordsOf(line: string): readonly string[] | null {
  const reading = readCommand(line);
  return 'words' in reading ? reading.words : null;
}

function isSame(one: readonly string[], other: readonly string[] | null): boolean {
  return other !== null && one.length === other.length && one.every((word, index) => word === other[index]);
}

function shown(what: string, bytes: Buffer): readonly string[] {
  const text = bytes.toString('utf8').trim();
  if (text === '') return [];
  return [
    `${what}${text.length > MAX_SHOWN_CHARACTERS ? ', its end' : ''}:`,
    text.slice(-MAX_SHOWN_CHARACTERS),
  ];
}
