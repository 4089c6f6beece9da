import { join } from 'node:path';
import type { HookEvent } from '../events/event.ts';
import { isJsonObject } from '../events/json.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { makeDirectory, writeFileAtomic } from '../state/files.ts';
import { readRecord } from '../state/record-file.ts';
import { type Intent, intentOf } from './intent.ts';

/** A call that hooks blocked: what it takes to recognize that a later one has the same intent, and no text of it. */
export interface BlockedCall {
  /** As in the event log. */
  readonly spanId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Qualified names. */
  readonly hooks: readonly string[];
  /** The reason that the model got. */
  readonly reason: string;
  /** Hashes. */
  readonly means: readonly string[];
  /** Hashes. */
  readonly targets: readonly string[];
}

/** In the directory of a session that has blocked calls. */
export const BLOCKED_CALLS_FILE = 'blocked.json';

const REMEMBERED_MS = 30 * 60_000;
const MAX_CALLS = 8;
const MAX_REASON = 300;

/** The blocked calls of a session, for workarounds. */
export interface BlockedCalls {
  /** The latest call that this hook blocked and that the present one tries by other means; null = none. Never throws. */
  find(hook: Pick<ActiveHook, 'qualifiedName'>): BlockedCall | null;
}

/** Describes a blocked call; null = it names nothing by which it could be recognized. Pure. */
export function describeBlocked(
  event: HookEvent,
  facts: Pick<BlockedCall, 'spanId' | 'at' | 'hooks' | 'reason'>,
): BlockedCall | null {
  const intent = intentOf(event);
  if (intent === null || intent.targets.length === 0) return null;
  const { means, targets } = intent;
  return { ...facts, reason: facts.reason.slice(0, MAX_REASON), means, targets };
}

/**
 * Whether a call tries by other means what was blocked: another program or tool changes the same path or one below it. Not if the reason
 * of the block names that program, because then the model follows it. Pure.
 */
export function isWorkaround(later: Intent, { means, targets, reason }: BlockedCall): boolean {
  const named = new Set(reason.toLowerCase().match(/[a-z][\w-]*/g));
  return later.changes.some(
    (change) =>
      !means.includes(change.means) &&
      !named.has(change.name) &&
      targets.some((target) => change.within.has(target)),
  );
}

/** Opens the blocked calls of a session, in its directory. Nothing is read before the first `find`. */
export function openBlockedCalls(directory: string, event: HookEvent): BlockedCalls {
  let matching: readonly BlockedCall[] | undefined;
  return {
    find({ qualifiedName }) {
      matching ??= readMatching(directory, event);
      return matching.findLast(({ hooks }) => hooks.includes(qualifiedName)) ?? null;
    },
  };
}

function readMatching(directory: string, event: HookEvent): readonly BlockedCall[] {
  const calls = readCalls(directory, Date.now());
  const intent = calls.length === 0 ? null : intentOf(event);
  return intent === null ? [] : calls.filter((call) => isWorkaround(intent, call));
}

/** Remembers a blocked call. Where the state cannot be written it is not remembered: the event log reports that. */
export function rememberBlocked(directory: string, call: BlockedCall): void {
  try {
    makeDirectory(directory);
    const calls = [...readCalls(directory, call.at), call].slice(-MAX_CALLS);
    writeFileAtomic(pathOf(directory), JSON.stringify({ calls }), { isMemory: true });
  } catch {
    // A workaround that is not recognized is a call like any other.
  }
}

function pathOf(directory: string): string {
  return join(directory, BLOCKED_CALLS_FILE);
}

function readCalls(directory: string, now: number): readonly BlockedCall[] {
  const { value } = readRecord(pathOf(directory), isCallList);
  return value?.calls.filter(({ at }) => Math.abs(now - at) <= REMEMBERED_MS) ?? [];
}

function isCallList(value: unknown): value is { readonly calls: readonly BlockedCall[] } {
  return isJsonObject(value) && Array.isArray(value['calls']) && value['calls'].every(isCall);
}

function isCall(value: unknown): value is BlockedCall {
  if (!isJsonObject(value)) return false;
  const { spanId, at, hooks, reason, means, targets } = value;
  const isTextList = (list: unknown): boolean =>
    Array.isArray(list) && list.every((item) => typeof item === 'string');
  return (
    typeof spanId === 'string' &&
    typeof at === 'number' &&
    typeof reason === 'string' &&
    [hooks, means, targets].every(isTextList)
  );
}
