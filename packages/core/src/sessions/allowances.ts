import { readdirSync, unlinkSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import type { HookEvent } from '../events/event.ts';
import { isJsonObject } from '../events/json.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { removeFile, writeFileAtomic } from '../state/files.ts';
import { sha256 } from '../state/hash.ts';
import { readRecord } from '../state/record-file.ts';

/** How often an allowance counts: for the next such call, or for all of them until it ends. */
export type AllowanceUse = 'once' | 'timed';

/** A call that the user allows although hooks block it, and those hooks in the version that did. */
export interface Allowance {
  readonly use: AllowanceUse;
  /** As `callDigest` returns it. */
  readonly call: string;
  readonly hooks: readonly Pick<ActiveHook, 'qualifiedName' | 'digest'>[];
  readonly forMs: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Seconds since the machine started: no setting of the clock changes it. */
  readonly startedUptime: number;
}

/**
 * Identifies exactly this call: the agent, the event, the tool with its whole input, the directory and the project. SHA-256, in hex
 * digits.
 *
 * Without the description of a shell command: a model writes another one each time, and no shell reads it.
 */
export function callDigest(event: HookEvent): string {
  const { agent, hook_event_name, tool, tool_name, tool_input = {}, cwd, project_dir } = event;
  const { description, ...rest } = tool_input;
  const input = tool?.kind === 'shell' && typeof description === 'string' ? rest : tool_input;
  return sha256(JSON.stringify([agent.name, hook_event_name, tool_name, input, cwd, project_dir]));
}

function pathOf(stateDir: string, call: string): string {
  return join(stateDir, 'allowances', `${call}.json`);
}

/** Replaces an earlier allowance of the same call; removes those that have ended. Throws STATE_NOT_WRITABLE. */
export function writeAllowance(stateDir: string, allowance: Allowance): void {
  writeFileAtomic(pathOf(stateDir, allowance.call), JSON.stringify(allowance));
  for (const name of namesOf(stateDir)) {
    const call = name.replace(/\.json$/, '');
    if (call !== allowance.call && readAllowance(stateDir, call) === null) removeFile(pathOf(stateDir, call));
  }
}

function namesOf(stateDir: string): readonly string[] {
  return readdirSync(join(stateDir, 'allowances')).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
}

/** Both clocks. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Seconds since the machine started. */
  readonly uptime: number;
}

/** Reads both clocks. */
export function clockNow(): Clock {
  return { time: Date.now(), uptime: uptime() };
}

/** The allowance of a call that has not ended; null = none. By both clocks: setting one back does not extend it. */
export function readAllowance(stateDir: string, call: string, now: Clock = clockNow()): Allowance | null {
  const { value } = readRecord(pathOf(stateDir, call), isAllowance);
  if (value === null || value.call !== call) return null;
  const { startedAt, startedUptime, forMs } = value;
  const ages = [now.time - startedAt, (now.uptime - startedUptime) * 1000];
  return ages.every((age) => age >= 0 && age <= forMs) ? value : null;
}

function isAllowance(value: unknown): value is Allowance {
  if (!isJsonObject(value)) return false;
  const { use, call, hooks, forMs, startedAt, startedUptime } = value;
  return (
    (use === 'once' || use === 'timed') &&
    typeof call === 'string' &&
    [forMs, startedAt, startedUptime].every((item) => typeof item === 'number') &&
    Array.isArray(hooks) &&
    hooks.every((hook) => isJsonObject(hook) && typeof hook['qualifiedName'] === 'string')
  );
}

/** The user's allowance of one call, for the hooks of one dispatch. */
export interface CallAllowance {
  /** Whether the user allows this call although this hook blocks it. The first `true` uses up an allowance for once. */
  covers(hook: ActiveHook): boolean;
}

/** Nothing is read before a hook blocks. Never throws. */
export function openAllowance(
  stateDir: string,
  event: HookEvent,
  mayLift: (hook: ActiveHook, use: AllowanceUse) => boolean,
  clock: () => Clock = clockNow,
): CallAllowance {
  let found: Allowance | null | undefined;
  let isTaken = false;
  const take = (allowance: Allowance): boolean => {
    isTaken ||= allowance.use === 'timed' || remove(pathOf(stateDir, allowance.call));
    // Another process was first.
    if (!isTaken) found = null;
    return isTaken;
  };
  return {
    covers(hook) {
      if (event.tool === undefined) return false;
      if (found === undefined) found = readAllowance(stateDir, callDigest(event), clock());
      if (found === null) return false;
      const isNamed = found.hooks.some(
        ({ qualifiedName, digest }) => qualifiedName === hook.qualifiedName && digest === hook.digest,
      );
      return isNamed && mayLift(hook, found.use) && take(found);
    },
  };
}

/** Succeeds in exactly one process. */
function remove(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
