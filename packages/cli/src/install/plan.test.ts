import { describe, expect, it } from 'vitest';
import type { InstallScope } from './install-scope.ts';
import type { LockedPackage } from './lockfile.ts';
import type { PlannedPackage } from './plan.ts';
import { rejectOtherSource } from './plan.ts';

const scope = { source: 'user' } as InstallScope;
const lockOf = ([spec, resolved = spec]: readonly string[]): LockedPackage =>
  ({ spec, resolved, version: null, integrity: null, commit: null, hooks: {} }) as LockedPackage;
const judge = (before: readonly string[], now: readonly string[]) => () =>
  rejectOtherSource(scope, {
    fetched: { name: 'guards' },
    locked: lockOf(before),
    lock: lockOf(now),
  } as PlannedPackage);

describe('rejectOtherSource', () => {
  const tgz = 'https://registry.example/guards-1.0.0.tgz';
  it.each([
    ['a range', ['npm:@acme/guards@^1', tgz], ['npm:@acme/guards', 'https://registry.example/guards-2.tgz']],
    ['a ref', ['git:https://example.com/g.git#v1'], ['git:https://example.com/g.git#v2']],
    ['a URL', ['https://example.com/g.tgz'], ['https://example.com/g.tgz']],
    ['a folder', ['file:/src/guards', '/src/guards'], ['file:/src/guards', '/src/guards']],
  ])('lets another version of the same source pass: %s', (_, before, now) => {
    expect(judge(before, now)).not.toThrow();
  });

  it.each([
    ['a tarball', ['npm:@acme/guards', tgz], [tgz]],
    ['another name', ['npm:@acme/guards', tgz], ['npm:@acme/guard', tgz]],
    ['another repository', ['git:https://example.com/g.git'], ['git:https://example.org/g.git']],
    [
      'another folder of it',
      ['git:https://example.com/g.git#path:a'],
      ['git:https://example.com/g.git#path:b'],
    ],
    ['another address', ['https://example.com/g.tgz'], ['https://example.com/~evil/g.tgz']],
    ['another folder', ['file:/src/guards', '/src/guards'], ['file:/tmp/guards', '/tmp/guards']],
  ])('refuses what comes from elsewhere: %s', (_, before, now) => {
    expect(judge(before, now)).toThrow(/guards was installed from .*\. .* is a different source/);
  });
});
