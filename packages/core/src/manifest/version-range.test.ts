import { describe, expect, it } from 'vitest';
import { isInRange, isVersion, isVersionRange } from './requires.ts';

describe('a version', () => {
  it('is written in full and without a prefix', () => {
    for (const text of ['1.2.3', '0.0.1-rc.1', '1.2.3+build']) expect(isVersion(text)).toBe(true);
    for (const text of ['1.2', 'v1.2.3', '=1.2.3', ' 1.2.3', 'latest', ''])
      expect(isVersion(text)).toBe(false);
  });
});

describe('a range of versions', () => {
  it('is what semver reads, up to 128 characters', () => {
    for (const text of ['>=20', '20', '^1.2 || 2.x', '*']) expect(isVersionRange(text)).toBe(true);
    for (const text of ['latest-ish', '>>1', '1.x || '.repeat(30)]) expect(isVersionRange(text)).toBe(false);
  });

  it('holds a version, and a pre-release of what lies inside', () => {
    expect(isInRange('20.19.0', '>=20')).toBe(true);
    expect(isInRange('22.0.0-rc.1', '>=20')).toBe(true);
    expect(isInRange('18.0.0', '>=20')).toBe(false);
  });
});
