import { homedir } from 'node:os';
import { cleanLine } from '@hookmd/core/text';
import type { ActionContext } from '../../action.ts';
import { findHooks, runHooksJson } from '../../run-hooks.ts';

/** The managed settings of one agent. */
export interface AttachedAgent {
  readonly agent: string;
  /** Null = HookMD is attached for every user of this machine. */
  readonly problem: string | null;
}

/**
 * Attaches the agents that the release names with `attach/AGENT.json`, for every user of this machine, as `hooks attach AGENT
 * --managed` does, and detaches those that it does not name any more. What is attached already stays as it is.
 */
export async function attachAgents(
  paths: readonly string[],
  removed: readonly string[],
  { environment, signal }: Pick<ActionContext, 'environment' | 'signal'>,
): Promise<readonly AttachedAgent[]> {
  const calls = [
    ...agentsIn(paths).map((agent) => ({ agent, command: 'attach' })),
    ...agentsIn(removed).map((agent) => ({ agent, command: 'detach' })),
  ];
  if (calls.length === 0) return [];
  const hooks = findHooks(environment['PATH'] ?? '');
  if (hooks === null)
    return calls.map(({ agent }) => ({ agent, problem: 'the program `hooks` is not on PATH' }));
  const results: AttachedAgent[] = [];
  // One after another: they change the same record.
  for (const { agent, command } of calls) {
    const words = [command, agent, '--managed', '--yes'];
    const { exitCode, document } = await runHooksJson(hooks, words, homedir(), signal);
    const failed = `\`hooks ${command} ${agent} --managed\` failed`;
    const message = cleanLine(String(document['message'] ?? '')) || failed;
    results.push({ agent, problem: exitCode === 0 ? null : message });
  }
  return results;
}

function agentsIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((file) => /^attach\/([a-z][a-z0-9-]*)\.json$/.exec(file)?.[1] ?? []);
}
