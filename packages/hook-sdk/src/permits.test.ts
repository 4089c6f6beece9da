import { type EventName, eventNames, eventRow, isToolEvent, type JsonObject } from '@hookmd/core/events';
import { claude } from '@hookmd/core/protocols';
import { describe, expect, it } from 'vitest';
import { defineHook } from './define-hook.ts';
import { evaluateModule } from './evaluate.ts';
import { methodRows, methodsOf } from './methods.ts';
import * as permits from './permits.ts';
import { writeResult } from './results.ts';
import { makeEvent } from './testing/fixture.ts';

const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
  block: ['no'],
  ask: ['sure?'],
  allow: ['fine'],
  modify: [{ timeout: 1 }],
  redact: ['token'],
  hint: ['never push'],
  keepTools: ['Read'],
  addContext: ['told'],
  continueWith: ['go on'],
  replaceMessages: [[{ role: 'user', content: 'a summary' }]],
  callback: ['compact', { keep: '10' }],
  notifyUser: ['look here'],
};

describe('the permits of the SDK', () => {
  it('are those of the catalogue', () => {
    const catalogue = Object.fromEntries(eventNames.map((name) => [name, eventRow(name).permits]));
    expect(permits.permitsOf).toEqual(catalogue);
    expect(eventNames.filter(permits.isToolEvent)).toEqual(eventNames.filter(isToolEvent));
  });

  it('have a verb each', () => {
    const all = eventNames.flatMap((name) => eventRow(name).permits);
    const requested = methodRows.flatMap(({ permit }) => permit ?? []);
    expect([...new Set(requested)].sort()).toEqual([...new Set(all)].sort());
  });

  it('are not needed to show the user a string', () => {
    expect(eventNames.filter((name) => !methodsOf(name).includes('notifyUser'))).toEqual([]);
  });

  const pairs = eventNames.flatMap((event) => methodsOf(event).map((method) => ({ event, verb: method })));
  it.each(pairs)('let the runtime read what `$verb` says at $event', async ({ event, verb }) => {
    const document = await say(event, verb);
    const reading = claude.readOutput(document, makeEvent(event, {}) as never, event);
    expect(reading).toEqual({
      output: expect.not.objectContaining({ halt: expect.anything() }),
      warnings: [],
    });
    expect(Object.keys('output' in reading ? reading.output : {})).not.toEqual([]);
  });
});

async function say(event: EventName, method: string): Promise<JsonObject> {
  const run = (_: unknown, h: Record<string, (...given: readonly unknown[]) => unknown>): unknown =>
    h[method]?.(...(GIVEN[method] ?? []));
  const hook = defineHook({ on: event, run } as never);
  const facts = { env: {}, signal: new AbortController().signal, log: () => {}, report: () => {} };
  const { result } = await evaluateModule({ hook }, () => makeEvent(event, {}), facts);
  return writeResult(result, event);
}
