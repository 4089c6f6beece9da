import { describe, expect, it } from 'vitest';
import { parseCondition } from './condition.ts';
import { findForeignForm } from './foreign-form.ts';

function fixOf(text: string): string | undefined {
  const condition = parseCondition(text);
  if ('error' in condition) throw new Error(condition.error);
  return findForeignForm(condition)?.fix;
}

describe('what other systems write', () => {
  it.each([
    [
      'Bash(npm run test:*)',
      'write `Bash(npm run test*)`, or `Bash(npm run test:**)` where the colon is meant',
    ],
    ['shell(git:*)', 'write `shell(git*)`, or `shell(git:**)` where the colon is meant'],
    ['WebFetch(domain:example.com)', 'write `WebFetch(https://example.com/*)`'],
    ['mcp__github', 'name the tool: `mcp__server__tool`'],
  ])('%s is known by its form', (text, fix) => {
    expect(fixOf(text)).toBe(fix);
  });

  it.each([
    'Bash',
    'Bash(npm run test:**)',
    'Bash(a:*b)',
    'Edit(a:*)',
    'web(https://a:*)',
    'mcp__a__b',
    'mine(a:*)',
  ])('%s is a condition as any', (text) => {
    expect(fixOf(text)).toBeUndefined();
  });
});
