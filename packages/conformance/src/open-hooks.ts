import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallbackAnswer, createHooks, type Hooks } from '@hookmd/core';
import { type EventName, eventNames } from '@hookmd/core/protocol';
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
  const events: Seen[] = [];
  if (row.isUnwatched !== true) {
    hooks.on(eventNames, { name: 'watches', observe: 'raw', contexts: '*' }, (event) => {
      events.push({ name: event.hook_event_name, payload: event });
    });
  }
  for (const { matcher, ...hook } of row.hooks ?? [])
    register(hooks, matcher === undefined ? hook : { ...hook, matcher: way.nameOf(matcher) }, onAsked);
  return {
    hooks,
    events,
    async close() {
      await hooks.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function register(hooks: Hooks, { on, answers = [], does, ...options }: RowHook, onAsked: () => void): void {
  let count = 0;
  hooks.on(on, options, (_event, { signal }): CallbackAnswer | null | Promise<never> => {
    onAsked();
    if (does === 'throws') throw new Error('this hook throws');
    if (does === 'hangs') return new Promise((_, reject) => (signal.onabort = () => reject(signal.reason)));
    return isList(answers) ? (answers[count++] ?? null) : answers;
  });
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
