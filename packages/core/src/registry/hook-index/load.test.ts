import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Places } from '../../discovery/places.ts';
import { HOOKMD_VERSION } from '../../version.ts';
import { type ActivePart, HOOK_INDEX_SCHEMA } from './hook-index.ts';
import { partPaths } from './index-file.ts';
import { SetCache } from './load.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-load-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

test('the daemon compiles again when the release of the organization expires', () => {
  const expires = Date.parse('2026-12-05T00:00:00Z');
  const part: ActivePart = {
    schema: HOOK_INDEX_SCHEMA,
    version: HOOKMD_VERSION,
    inputs: '',
    hooks: [],
    inactive: [],
    settings: null,
    allowModify: null,
    grantedModify: null,
    tightened: {},
    policyStamp: '',
    demands: [],
  };
  const release = { from: expires, blocks: true, isDue: false };
  const demand = { name: null, digest: null, events: null, message: 'It expired.', remedy: '', release };
  const places = {
    stateDir: dir,
    projectDir: dir,
    managedDir: join(dir, 'managed'),
    sessionSettings: [],
    sessionRoots: [],
    skills: [],
  };
  const paths = partPaths(dir, dir);
  mkdirSync(join(dir, 'active'));
  writeFileSync(paths.user, JSON.stringify(part));
  writeFileSync(paths.project, JSON.stringify({ ...part, demands: [demand] }));
  const cache = new SetCache();
  const load = (): ReturnType<SetCache['load']> => cache.load(places as unknown as Places);
  vi.useFakeTimers({ toFake: ['Date'], now: expires - 1 });
  expect(load()?.set.hooks).toEqual([]);
  expect(load()).toBe(load());
  vi.setSystemTime(expires);
  expect(load()).toBeNull();
});
