import { expect, it } from 'vitest';
import { effectiveTimeoutMs } from './compile-hook.ts';

it.each([
  ['the limit without a grant', 120_000, null, undefined, 120_000],
  ['what was granted', 120_000, null, 300_000, 300_000],
  ['no more than the manifest asks for', 120_000, null, 900_000, 300_000],
  ['the limit of the administrator, whatever was granted', 60_000, 60_000, 300_000, 60_000],
])('a hook gets %s', (_, maxTimeoutMs, managedTimeoutMs, grantedMs, expected) => {
  const manifest = { timeoutMs: 300_000, protocol: 'claude' } as const;
  expect(effectiveTimeoutMs(manifest, { maxTimeoutMs, managedTimeoutMs }, grantedMs)).toBe(expected);
});
