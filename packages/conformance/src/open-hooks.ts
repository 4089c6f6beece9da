import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventName, type EventRow, eventNames, events, type HookEvent } from '@hookmd/core/events';
import { type CallbackOutput, createHooks, type Hooks } from '@hookmd/library';
import type { AdapterRow, RowHook } from './row.ts';
import type { Way } from './ways.ts';

/** An event that the agent sent. */
export interface SentEvent {
  readonly name: EventName;
  readonly payload: object;
}

export interface OpenedHooks {
  readonly hooks: Hooks;
  /** In the order in which the agent sent them. */
  readonly events: readonly SentEvent[];
  close(): Promise<void>;
}

/** Opens the hooks of a row in a new home and project, without hooks of this machine. */
export async function openHooks(row: AdapterRow, way: Way, onRun: () => void): Promise<OpenedHooks> {
  const directory = mkdtempSync(join(tmpdir(), 'hookmd-conformance-'));
  const hooks = await createHooks({ home: directory, project: directory, cwd: directory, environment: {} });
  const sent: SentEvent[] = [];
  if (row.hasNoObserver !== true) {
    hooks.on(eventNames, { name: 'observer', observe: 'raw', contexts: '*' }, (event) => {
      sent.push({ name: event.hook_event_name, payload: event });
    });
  }
  for (const { matcher, ...hook } of row.hooks ?? [])
    register(hooks, matcher === undefined ? hook : { ...hook, matcher: way.nameOf(matcher) }, onRun);
  return {
    hooks,
    events: sent,
    async close() {
      await hooks.close();
      rmSync(directory, { recursive: true });
    },
  };
}

function register(
  hooks: Hooks,
  { on, outputs = [], does, replaces, ...options }: RowHook,
  onRun: () => void,
): void {
  let count = 0;
  hooks.on(on, options, (event, { signal }): CallbackOutput | null | Promise<never> => {
    onRun();
    if (does === 'throws') throw new Error('the hook throws');
    if (does === 'hangs') return new Promise((_, reject) => (signal.onabort = () => reject(signal.reason)));
    if (replaces !== undefined) return replaceIn(event as object as HookEvent, replaces);
    return isList(outputs) ? (outputs[count++] ?? null) : outputs;
  });
}

function replaceIn(event: HookEvent, [text, by]: readonly [string, string]): CallbackOutput {
  const field = (events[event.hook_event_name] as EventRow).output ?? '';
  const updatedToolOutput = JSON.parse(JSON.stringify(event[field]).replaceAll(text, by));
  return { hookSpecificOutput: { hookEventName: event.hook_event_name, updatedToolOutput } };
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
