import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaProblems } from '../../../../test/support/json-schema.ts';
import { eventNames } from '../events/events.ts';
import type { JsonValue } from '../events/json.ts';
import { readClaudeOutput, specific, topLevel } from './claude/read-output.ts';
import { outputJsonSchema } from './output-schema.ts';

const event = fc.constantFrom(...eventNames);
const schemas = Object.fromEntries(eventNames.map((name) => [name, outputJsonSchema(name)]));

/** Near what fits, so that both come up: the right kind, and every other. */
const value = fc.oneof(
  fc.constantFrom<JsonValue>(
    'block',
    'deny',
    'ask',
    'allow',
    'approve',
    'constructor',
    '',
    null,
    true,
    false,
    7,
  ),
  fc.constantFrom<JsonValue>([], ['a'], [7], {}, { a: 'b' }, { a: 7 }),
  fc.constantFrom<JsonValue>(
    { behavior: 'allow' },
    { behavior: 'ask' },
    { tools: [] },
    { tools: [], a: 1 },
    { tools: 7 },
  ),
  fc.constantFrom<JsonValue>(
    [{ role: 'user', content: 'x' }],
    [{ role: 'system', content: 'x' }],
    [{ role: 'user' }],
  ),
  fc.constantFrom<JsonValue>(...eventNames),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
);
const keysOf = (rows: object): fc.Arbitrary<string> =>
  fc.constantFrom(...Object.keys(rows), 'async', 'unknown', 'toString', '__proto__');
const objectOf = (rows: object): fc.Arbitrary<Record<string, JsonValue>> =>
  fc.array(fc.tuple(keysOf(rows), value), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));
const output: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 1, arbitrary: value },
  { weight: 9, arbitrary: fc.oneof(objectOf(topLevel), withSpecific()) },
);

function withSpecific(): fc.Arbitrary<JsonValue> {
  const inner = fc.oneof({ weight: 1, arbitrary: value }, { weight: 9, arbitrary: objectOf(specific) });
  return fc
    .tuple(objectOf(topLevel), inner)
    .map(([top, hookSpecificOutput]) => ({ ...top, hookSpecificOutput }));
}

describe('the JSON Schema of an answer', () => {
  it('refuses exactly what the reader of answers refuses', () => {
    let rejected = 0;
    fc.assert(
      fc.property(event, output, (name, document) => {
        const isRejected = 'error' in readClaudeOutput(document, name);
        rejected += isRejected ? 1 : 0;
        expect(schemaProblems(document, schemas[name]).length > 0).toBe(isRejected);
      }),
      { numRuns: 20_000 },
    );
    expect(rejected).toBeGreaterThan(2_000);
    expect(rejected).toBeLessThan(18_000);
  });

  it('knows every key that is read, and whether it belongs to the event', () => {
    for (const name of eventNames) {
      const { properties } = schemas[name] as { properties: Record<string, { properties: object }> };
      expect(Object.keys(properties)).toEqual([...Object.keys(topLevel), 'hookSpecificOutput']);
      expect(Object.keys(properties['hookSpecificOutput']?.properties ?? {})).toEqual(Object.keys(specific));
    }
    expect(schemas['Stop']).toMatchObject({ properties: { followUps: { type: 'array' } } });
    expect(schemas['PreToolUse']).toMatchObject({ properties: { followUps: false } });
  });

  it('keeps callbacks and conversations apart as the reader does', () => {
    const problems = (document: JsonValue): number => schemaProblems(document, schemas['Stop']).length;
    expect(problems({ callback: 'compact', callbackArgs: { keep: '1' } })).toBe(0);
    expect(problems({ callbackArgs: {} })).toBeGreaterThan(0);
    expect(problems({ callback: 'compact', messages: [{ role: 'user', content: '' }] })).toBeGreaterThan(0);
    expect(problems({ callback: 'compact', messages: [] })).toBe(0);
  });
});
