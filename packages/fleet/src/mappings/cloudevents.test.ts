import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCloudEvent } from './cloudevents.ts';
import { anyEntry, realEntries, shipped, traceEntry } from './shipped.fixture.ts';

const ajv = new Ajv({ allErrors: true, strictTypes: false });
addFormats.default(ajv);
const validate = ajv.compile(
  JSON.parse(readFileSync(join(import.meta.dirname, 'cloudevents-1.0.fixture.json'), 'utf8')),
);

/** Characters that a text of a CloudEvent must not have. Source: CloudEvents 1.0, type system. */
const FORBIDDEN = /[\p{Cc}\p{Surrogate}\p{Noncharacter_Code_Point}]/u;

/** What is wrong with an event, by the schema and by the rules that the schema does not have. */
function problems(event: object): readonly unknown[] {
  const { data: _, ...attributes } = event as Readonly<Record<string, string>>;
  return [
    ...(validate(event) ? [] : (validate.errors ?? [])),
    ...Object.keys(attributes).filter((name) => !/^[a-z0-9]{1,20}$/.test(name)),
    ...Object.values(attributes).filter((value) => value === '' || FORBIDDEN.test(value)),
  ];
}

describe('a CloudEvent', () => {
  it('is valid for each line of a log of the real runtime, and has the whole record', async () => {
    const records = (await realEntries()).map((entry, at) => shipped(entry, at + 1));
    const events = records.map(toCloudEvent);
    expect(events.flatMap(problems)).toEqual([]);
    expect(events.map((event) => 'data' in event && event.data)).toEqual(records);
    expect(events.every((event) => 'traceparent' in event)).toBe(true);
  });

  it('is valid for anything that a line can be', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        expect(problems(toCloudEvent(shipped(entry)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('has a source that is a URI, whatever the id of the machine is', () => {
    const event = toCloudEvent({ ...shipped({}), machine: 'ana laptop #1 é' });
    expect(problems(event)).toEqual([]);
    expect(event).toMatchObject({ source: 'urn:hookmd:ana%20laptop%20%231%20%C3%A9' });
  });

  it('is one of a type per schema and has its place in the order of the machine', () => {
    const types = ['hookmd.trace/1', 'hookmd.dropped/1', 'else', undefined].map((schema) =>
      toCloudEvent(shipped({ ...traceEntry(), schema })),
    );
    expect(types.map((event) => 'type' in event && event.type)).toEqual([
      'io.github.hookmd.trace.v1',
      'io.github.hookmd.dropped.v1',
      'io.github.hookmd.record',
      'io.github.hookmd.record',
    ]);
    const sequences = [9, 10, Number.MAX_SAFE_INTEGER].map((sequence) => {
      const event = toCloudEvent(shipped({}, sequence)) as { readonly sequence: string };
      return event.sequence;
    });
    expect([...sequences].sort()).toEqual(sequences);
  });
});
