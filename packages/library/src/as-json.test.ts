import type { JsonObject } from '@hookmd/core/events';
import { expect, it } from 'vitest';
import { asJson, asPayload, inputAsJson, isBinary } from './as-json.ts';

it('describes what cannot be written as JSON', () => {
  const circle: { self?: object } = {};
  circle.self = circle;
  const refuses = {
    toJSON() {
      throw new Error('no');
    },
    toString() {
      throw new Error('no');
    },
  };
  const given = [undefined, 5n, { count: 5n }, () => 1, circle, refuses];
  expect(given.map((item) => asJson(item))).toEqual([
    null,
    '5',
    { count: '5' },
    '() => 1',
    '[object Object]',
    'a value of type object that cannot be shown',
  ]);
});

it('leaves out what it is told to, whatever that would say of itself', () => {
  const files = [Buffer.from('a'), new Uint8Array(1), new ArrayBuffer(1), 'text', null];
  expect(asJson({ files }, isBinary)).toEqual({ files: [null, null, null, 'text', null] });
});

it('shows an input that is no object as the value of one', () => {
  expect([{ a: 1 }, undefined, null, [1], 'a', 5n].map(inputAsJson)).toEqual([
    { a: 1 },
    {},
    {},
    { value: [1] },
    { value: 'a' },
    { value: '5' },
  ]);
});

it('describes lists of one list, twice in each, and does not write them down', () => {
  let list: unknown = 'x';
  for (let depth = 0; depth < 100; depth += 1) list = [list, list];
  const described = 'a value of type object that cannot be shown';
  expect(asJson(list)).toBe(described);
  expect(asPayload({ list, other: [1] } as unknown as JsonObject)).toEqual({ list: described, other: [1] });
});
