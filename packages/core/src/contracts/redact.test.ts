import { describe, expect, it } from 'vitest';
import { makeRedactor, redactDeep } from './redact.ts';

const token = `ghp_${'a1'.repeat(18)}`;

describe('a redactor', () => {
  it.each([
    ['a token', token],
    ['a token behind a colour', `\u001b[32m${token}`],
    ['a token with a colour in it', `${token.slice(0, 9)}\u001b[1m${token.slice(9)}`],
    [
      'a private key that holds what looks like a token',
      `-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(9)}AKIAIOSFODNN7EXAMPLE${'QUJD'.repeat(9)}\n-----END PRIVATE KEY-----`,
    ],
  ])('leaves nothing of %s', (_, secret) => {
    expect(makeRedactor([])(`before ${secret} after`)).toBe('before [redacted] after');
  });

  it('removes everywhere what a redaction removed in one place', () => {
    const redact = makeRedactor(['hunter22']);
    expect(redactDeep({ a: ['x hunter22 y'], b: { c: 'hunter22' } }, redact)).toEqual({
      a: ['x [redacted] y'],
      b: { c: '[redacted]' },
    });
  });

  it('leaves short values alone: replacing every "a" would hide more than it protects', () => {
    expect(makeRedactor(['a'])('banana')).toBe('banana');
  });

  it('takes ten megabytes of openings without an end in its stride', () => {
    const started = performance.now();
    makeRedactor([])('-----BEGIN PRIVATE KEY-----'.repeat(400_000));
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});
