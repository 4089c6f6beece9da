import { expect, it } from 'vitest';
import { asJson, isBinary, mergeJson } from './as-json.ts';

it('keeps of the original what hooks left alone, be it JSON or not', () => {
  const file = Buffer.from('a');
  const when = new Date(0);
  const original = {
    parts: [
      { text: 'secret', file },
      { when, count: 5n },
    ],
    note: () => 1,
  };
  const shown = asJson(original, isBinary);
  const left = JSON.parse(JSON.stringify(shown).replace('secret', '[redacted]'));
  const merged = mergeJson(original, shown, left) as typeof original;
  expect(merged).toEqual({
    ...original,
    parts: [
      { text: '[redacted]', file },
      { when, count: 5n },
    ],
  });
  expect(merged.parts[1]).toBe(original.parts[1]);
  expect(mergeJson(original, shown, JSON.parse(JSON.stringify(shown)))).toBe(original);
});

it('takes what hooks changed as they left it, where the original was no JSON', () => {
  expect(mergeJson(new Date(0), asJson(new Date(0)), '[redacted]')).toBe('[redacted]');
  expect(mergeJson({ a: [1] }, { a: [1] }, { a: 'other' })).toEqual({ a: 'other' });
});
