import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventName, type EventRow, eventNames, events, type HookEvent } from '@hookmd/core/events';
import { type CallbackAnswer, createHooks, type Hooks } from '@hookmd/library';
import type { AdapterRow, RowHook } from './row.ts';
import type { Way } from './ways.ts';

/** An event as it was when it was over. */
export interface Seen {
  readonly name: EventName;
  readonly payload: object;
}

export interface OpenedHooks {
  readonly hooks: Hooks;
  /** In the order in which they were fired. */
  readonly events: readonly Seen[];
  close(): Promise<void>;
}

/** The hooks of a row, in a home and a project of their own, where nothing of this machine takes part. */
export async function openHooks(row: AdapterRow, way: Way, onAsked: () => void): Promise<OpenedHooks> {
  const folder = mkdtempSync(join(tmpdir(), 'hookmd-conformance-'));
  const hooks = await createHooks({ home: folder, project: folder, cwd: folder, environment: {} });
  const seen: Seen[] = [];
  if (row.isUnwatched !== true) {
    hooks.on(eventNames, { name: 'watches', observe: 'raw', contexts: '*' }, (event) => {
      seen.push({ name: event.hook_event_name, payload: event });
    });
  }
  for (const { matcher, ...hook } of row.hooks ?? [])
    register(hooks, matcher === undefined ? hook : { ...hook, matcher: way.nameOf(matcher) }, onAsked);
  return {
    hooks,
    events: seen,
    async close() {
      await hooks.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function register(
  hooks: Hooks,
  { on, answers = [], does, replaces, ...options }: RowHook,
  onAsked: () => void,
): void {
  let count = 0;
  hooks.on(on, options, (event, { signal }): CallbackAnswer | null | Promise<never> => {
    onAsked();
    if (does === 'throws') throw new Error('this hook throws');
    if (does === 'hangs') return new Promise((_, reject) => (signal.onabort = () => reject(signal.reason)));
    if (replaces !== undefined) return replaceIn(event as object as HookEvent, replaces);
    return isList(answers) ? (answers[count++] ?? null) : answers;
  });
}

function replaceIn(event: HookEvent, [text, by]: readonly [string, string]): CallbackAnswer {
  const field = (events[event.hook_event_name] as EventRow).output ?? '';
  const updatedToolOutput = JSON.parse(JSON.stringify(event[field]).replaceAll(text, by));
  return { hookSpecificOutput: { hookEventName: event.hook_event_name, updatedToolOutput } };
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
