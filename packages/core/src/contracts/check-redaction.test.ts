import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateRedaction } from './check-redaction.ts';

describe('judgeRedaction', () => {
  it('accepts any text with parts replaced by markers', () => {
    const pieces = fc.array(fc.string({ minLength: 0, maxLength: 8 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pieces, pieces, (cached, secrets) => {
        const before = cached.map((text, index) => text + (secrets[index] ?? '')).join('');
        const after = cached
          .map((text, index) => text + (secrets[index] === undefined ? '' : '[redacted:x]'))
          .join('');
        expect(evaluateRedaction(before, after)).not.toHaveProperty('violation');
      }),
    );
  });

  it('never accepts a text whose letters outside the markers are not those of the original, in order', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const decision = evaluateRedaction(before, after);
        if ('violation' in decision || before === after) return;
        expect(after).toContain('[redacted');
      }),
    );
  });

  it.each([
    ['a changed letter', 'token abc', 'token abd'],
    ['an added letter', 'abc', 'abcd'],
    ['a removed letter without a marker', 'abc', 'ab'],
    ['letters moved around a marker', 'ab secret cd', 'cd [redacted] ab'],
    ['an end that is not the original end', 'ab secret', 'ab [redacted] x'],
    ['a marker of another form', 'secret', '[REDACTED]'],
    ['a text in place of a number', 5, '[redacted]'],
    ['another number', 5, 6],
    ['another length', ['a'], ['a', 'b']],
    ['null in place of a string', 'a', null],
  ])('refuses %s', (_, before, after) => {
    expect(evaluateRedaction(before, after)).toHaveProperty('violation');
  });

  it('names the place of an added and of a removed key', () => {
    expect(evaluateRedaction({ a: { b: 1 } }, { a: { b: 1, c: 2 } })).toEqual({ violation: 'a.c was added' });
    expect(evaluateRedaction({ a: { b: 1 } }, { a: {} })).toEqual({ violation: 'a.b was removed' });
  });

  it('tells which values were removed', () => {
    const decision = evaluateRedaction(
      { out: 'key=SECRET1 and SECRET2!' },
      { out: 'key=[redacted] and [redacted:aws]!' },
    );
    expect(decision).toEqual({ removed: ['SECRET1', 'SECRET2'] });
  });

  it('judges a hostile text of many markers in linear time', () => {
    const before = 'ab'.repeat(50_000);
    const after = 'a[redacted]'.repeat(50_000);
    const started = performance.now();
    evaluateRedaction(before, after);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
