import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  countByProject,
  enablementPath,
  projectHash,
  readEnablement,
  writeEnablement,
} from './enablement.ts';

let state: string;
let project: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'hookmd-enablement-'));
  project = join(state, 'project-folder');
  mkdirSync(project);
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const on = { enabled: true, digest: null };
const off = { enabled: false, digest: 'sha256:abc' };
const nothing = { enabled: null, from: null, issues: [] };

test('without a record the manifest decides', () => {
  expect(readEnablement(state, 'user/x', project)).toEqual(nothing);
});

test('the record has the documented place and form', () => {
  writeEnablement(state, 'user/x', null, off, new Date(0));
  expect(JSON.parse(readFileSync(join(state, 'enablement/user/_/user%2Fx.json'), 'utf8'))).toEqual({
    schema: 'hookmd.enablement/1',
    enabled: false,
    at: '1970-01-01T00:00:00.000Z',
    digest: 'sha256:abc',
  });
  expect(enablementPath(state, 'user/x', project)).toBe(
    join(state, 'enablement/project', projectHash(project), 'user%2Fx.json'),
  );
});

test("a project's record wins over the user's, in that project only", () => {
  writeEnablement(state, 'user/x', null, off);
  writeEnablement(state, 'user/x', project, on);
  expect(readEnablement(state, 'user/x', project)).toEqual({ enabled: true, from: 'project', issues: [] });
  expect(readEnablement(state, 'user/x', state)).toEqual({ enabled: false, from: 'user', issues: [] });
  expect(readEnablement(state, 'user/x', null)).toEqual({ enabled: false, from: 'user', issues: [] });
  expect(readEnablement(state, 'user/y', project)).toEqual(nothing);
});

test('a project is the same one through a link', () => {
  symlinkSync(project, join(state, 'link'));
  expect(projectHash(join(state, 'link'))).toBe(projectHash(project));
  expect(projectHash(join(state, 'gone'))).toMatch(/^[0-9a-f]{16}$/);
});

test("a project's record cut at any byte is said, and the user's counts", () => {
  writeEnablement(state, 'user/x', null, off);
  const path = enablementPath(state, 'user/x', project);
  writeEnablement(state, 'user/x', project, on);
  const whole = readFileSync(path);
  for (let size = 0; size < whole.length; size += 1) {
    writeFileSync(path, whole.subarray(0, size), { mode: 0o600 });
    const { enabled, from, issues } = readEnablement(state, 'user/x', project);
    expect([size, enabled, from, issues.map((issue) => issue.code)]).toEqual([
      size,
      false,
      'user',
      ['STATE_CORRUPT'],
    ]);
  }
});

test('a record names its project, so that what was wished there is found when the project is gone', () => {
  writeEnablement(state, 'user/x', null, off);
  writeEnablement(state, 'user/x', project, on);
  writeEnablement(state, 'user/y', project, on);
  // Under the name of a project that it does not name.
  mkdirSync(join(state, 'enablement/project/0123456789abcdef'));
  copyFileSync(
    enablementPath(state, 'user/y', project),
    join(state, 'enablement/project/0123456789abcdef/user%2Fy.json'),
  );
  rmSync(project, { recursive: true });
  expect([...countByProject(state)]).toEqual([[project, 2]]);
});
