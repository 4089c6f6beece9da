import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { HookEvent } from '../events/event.ts';
import { executors } from '../executors/index.ts';
import { protocols } from '../protocols/index.ts';
import type { PlannedHook } from './plan.ts';
import type { DispatchScope } from './scope.ts';

/** The file in which one run sets variables for the commands of the agent. */
export interface EnvironmentFile {
  /** The variable with its path. */
  readonly variables: Readonly<Record<string, string>>;
  /** Appends what the run wrote to the agent's file. */
  deliver(): void;
}

const nothing = (): void => {};

/**
 * The agent has one file for HookMD, and each run gets its own: a hook may truncate it while others write. A run in the background gets
 * the agent's file itself. Null = the agent has none on this event.
 *
 * The settings of a repository may set the variable too, so it counts only where the agent overwrites it.
 */
export function openEnvironmentFile(
  { request }: DispatchScope,
  { hook, isAsync }: PlannedHook,
  { hook_event_name: event }: HookEvent,
): EnvironmentFile | null {
  const row = protocols[hook.protocol].environmentFile;
  if (row === null || !row.on.includes(event) || !row.agents.includes(request.host.name)) return null;
  if (!executors[hook.mode].startsProcess) return null;
  const target = request.environment[row.variable];
  if (target === undefined || !isAbsolute(target)) return null;
  const shared = { variables: { [row.variable]: target }, deliver: nothing };
  if (isAsync) return shared;
  const path = join(request.dataDir(hook), `${row.variable}-${request.traceId}`);
  try {
    writeFileSync(path, '', { mode: 0o600 });
  } catch {
    return shared;
  }
  return {
    variables: { [row.variable]: path },
    deliver() {
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      rmSync(path, { force: true });
      if (text !== '') appendFileSync(target, text.endsWith('\n') ? text : `${text}\n`);
    },
  };
}
