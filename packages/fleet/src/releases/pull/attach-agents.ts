import { homedir } from 'node:os';
import { cleanLine } from '@hookmd/core/text';
import { findHooks, runHooksJson } from '../../run-hooks.ts';

/** The managed settings of one agent. */
export interface AttachedAgent {
  readonly agent: string;
  /** Null = HookMD is attached for every user of this machine. */
  readonly problem: string | null;
}

/**
 * Attaches the agents that the release names with `attach/AGENT.json`, for every user of this machine, as `hooks attach AGENT
 * --managed` does. What is attached already stays as it is.
 */
export async function attachAgents(
  paths: readonly string[],
  path: string,
): Promise<readonly AttachedAgent[]> {
  const agents = paths.flatMap((file) => /^attach\/([a-z][a-z0-9-]*)\.json$/.exec(file)?.[1] ?? []);
  if (agents.length === 0) return [];
  const hooks = findHooks(path);
  if (hooks === null)
    return agents.map((agent) => ({ agent, problem: 'the program `hooks` is not on PATH' }));
  const attached: AttachedAgent[] = [];
  // One after another: they change the same record.
  for (const agent of agents) {
    const { exitCode, document } = await runHooksJson(
      hooks,
      ['attach', agent, '--managed', '--yes'],
      homedir(),
    );
    const message =
      cleanLine(String(document['message'] ?? '')) || `\`hooks attach ${agent} --managed\` failed`;
    attached.push({ agent, problem: exitCode === 0 ? null : message });
  }
  return attached;
}
