import { cpSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventName, JsonObject } from '@hookmd/core/events';
import type { ActiveHook } from '@hookmd/core/hook-index';
import { type CompiledCondition, matchedCommands } from '@hookmd/core/matching';
import { type HookStatus, type Inventory, readInventory } from '@hookmd/core/registry';
import { type EventResult, toolCallOf } from '@hookmd/core/runtime';
import type { Match } from '@hookmd/ui/words';
import { type Context, placesOf } from '../../command-line/context.ts';
import { isRequested } from '../../hooks/causes.ts';
import { canonicalEvents } from '../../hooks/overview.ts';
import { runEvent } from '../../run/run-event.ts';

/** What hooks remember of earlier events; decisions may depend on it. */
const RECORDS = ['sessions', 'breakers', 'once', 'modifiers', 'data'];

/** An event that was dispatched and not recorded. */
export interface Trial extends EventResult {
  /** Every hook with its state. */
  readonly seen: Inventory;
  /** By qualified name of a hook that ran: its condition, and the commands that it matched. */
  readonly matched: ReadonlyMap<string, Match>;
  /** Hooks that listen to the event, and are not in the hook index because they are new. */
  readonly unindexed: readonly HookStatus[];
}

/**
 * Dispatches an event as `hooks run` does. Its records go to a copy of the earlier ones, which is removed; nothing of the state
 * directory changes.
 */
export async function tryEvent(
  context: Context,
  event: EventName,
  payload: JsonObject,
  signal: AbortSignal,
): Promise<Trial> {
  const recordsDir = mkdtempSync(join(tmpdir(), 'hookmd-try-'));
  try {
    copyRecords(placesOf(context).stateDir, recordsDir);
    const conditions = new Map<string, CompiledCondition>();
    const watch = {
      starts: ({ qualifiedName, condition }: ActiveHook) => {
        if (condition !== null) conditions.set(qualifiedName, condition);
      },
      ends: () => {},
    };
    const result = await runEvent(context, event, payload, {
      agent: null,
      signal,
      watch,
      daemon: null,
      recordsDir,
    });
    const call = toolCallOf(result.event, context.environment);
    const { cwd, project_dir: project } = result.event;
    const seen = await readInventory(
      placesOf(context, { workDir: cwd, project }),
      context.environment,
      'look',
    );
    const known = new Set(result.decision.hooks.map(({ qualifiedName }) => qualifiedName));
    return {
      ...result,
      seen,
      matched: new Map(
        [...conditions].map(([name, condition]) => [
          name,
          { condition: condition.text, commands: matchedCommands(condition, call) },
        ]),
      ),
      unindexed: seen.statuses.filter(
        (status) =>
          isRequested(status) &&
          !known.has(status.record.qualifiedName) &&
          canonicalEvents(status).includes(event),
      ),
    };
  } finally {
    rmSync(recordsDir, { recursive: true, force: true });
  }
}

/** Without links: a hook could write through them. */
function copyRecords(stateDir: string, recordsDir: string): void {
  const isCopied = (path: string): boolean => {
    const stats = lstatSync(path);
    return stats.isFile() || stats.isDirectory();
  };
  for (const name of RECORDS) {
    const from = join(stateDir, name);
    if (existsSync(from)) cpSync(from, join(recordsDir, name), { recursive: true, filter: isCopied });
  }
}
