import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, readJsonDocument } from './json.ts';

const error = (text: string): string => {
  const reading = readJsonDocument(text);
  return 'error' in reading ? reading.error : 'accepted';
};

describe('readJsonDocument', () => {
  it('reads every document that JSON.stringify writes, whatever its keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        const isForbidden = /"(?:__proto__|constructor|prototype)"\s*:/.test(text);
        fc.pre(!isForbidden);
        expect(readJsonDocument(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  it('never throws and agrees with JSON.parse on what is no JSON', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const reading = readJsonDocument(text);
        if ('value' in reading) expect(reading.value).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['a key that appears twice', '{"a":1,"a":2}', 'the key "a" appears twice'],
    ['a twin key in escapes', '{"a":1,"\\u0061":2}', 'the key "a" appears twice'],
    [
      'a twin key behind a quote in a string',
      String.raw`{"x":"\"","a":1,"a":2}`,
      'the key "a" appears twice',
    ],
    ['a twin key behind backslashes', String.raw`{"x":"\\\\","a":1,"a":2}`, 'the key "a" appears twice'],
    ['a twin key behind both', String.raw`{"x":"\\\"","a":1,"a":2}`, 'the key "a" appears twice'],
    ['__proto__', '{"x":{"__proto__":{}}}', 'the key "__proto__" is not allowed'],
    ['constructor', '{"constructor":1}', 'the key "constructor" is not allowed'],
  ])('refuses %s', (_, text, message) => {
    expect(error(text)).toBe(message);
  });

  it('keeps equal keys of different objects apart', () => {
    expect(error('[{"a":1},{"a":{"a":1}}]')).toBe('accepted');
  });

  it('takes 64 levels and refuses 65', () => {
    expect(error('['.repeat(64) + ']'.repeat(64))).toBe('accepted');
    expect(error('['.repeat(65) + ']'.repeat(65))).toContain('64 levels');
  });

  it('takes 10,000 keys and refuses 10,001', () => {
    const object = (count: number): string =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`;
    expect(error(object(10_000))).toBe('accepted');
    expect(error(object(10_001))).toContain('10000 keys');
  });

  it.each(['{"a":1} {"b":2}', '{"a":1} x', '{', '', '{"a":"\u0000"}'])('refuses %j', (text) => {
    expect(error(text)).not.toBe('accepted');
  });
});

describe('decodeUtf8', () => {
  it('tells bytes that are not UTF-8 instead of replacing them', () => {
    expect(decodeUtf8(Buffer.from([0xff, 0xfe]))).toBeNull();
    expect(decodeUtf8(Buffer.from('äß€'))).toBe('äß€');
  });
});
