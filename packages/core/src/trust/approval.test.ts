import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Approval,
  approvalPath,
  listApprovals,
  readApproval,
  removeApproval,
  writeApproval,
} from './approval.ts';

const approval: Approval = {
  schema: 'hookmd.approval/1',
  qualifiedName: 'project/deny-rm',
  source: 'project',
  root: '/srv/site/.hookmd/hooks',
  directory: 'deny-rm',
  digest: `sha256:${'a'.repeat(64)}`,
  argv: ['/usr/bin/python3', 'guard.py'],
  env: ['TOKEN'],
  approvedAt: '2026-11-20T10:00:00.000Z',
  version: '0.1.0',
};

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'hookmd-approval-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

test('an approval is kept in a private file of its own and read back', () => {
  writeApproval(state, approval);
  const path = approvalPath(state, approval);
  expect(path.slice(state.length)).toMatch(/^\/approvals\/project%2Fdeny-rm-[0-9a-f]{26}\.json$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readApproval(state, approval)).toEqual({ approval, problem: null });
});

test('the same name in another root or folder is not approved', () => {
  writeApproval(state, approval);
  expect(readApproval(state, { ...approval, root: '/srv/other/.hookmd/hooks' })).toEqual({
    approval: null,
    problem: null,
  });
  expect(readApproval(state, { ...approval, directory: 'deny' })).toEqual({ approval: null, problem: null });
  expect(approvalPath(state, { ...approval, root: '/a/b', directory: 'c' })).not.toBe(
    approvalPath(state, { ...approval, root: '/a', directory: 'b/c' }),
  );
});

test('a removed approval is gone', () => {
  writeApproval(state, approval);
  expect([removeApproval(state, approval), removeApproval(state, approval)]).toEqual([true, false]);
  expect(readApproval(state, approval)).toEqual({ approval: null, problem: null });
});

test('a record cut at any byte never throws and is never trusted', () => {
  writeApproval(state, approval);
  const path = approvalPath(state, approval);
  const whole = readFileSync(path);
  for (let size = 0; size < whole.length; size += 1) {
    writeFileSync(path, whole.subarray(0, size), { mode: 0o600 });
    const reading = readApproval(state, approval);
    expect([size, reading.approval, reading.problem?.code]).toEqual([size, null, 'STATE_CORRUPT']);
  }
});

describe('does not count:', () => {
  const item: Readonly<Record<string, unknown>> = {
    'another version': { ...approval, schema: 'hookmd.approval/2' },
    'a digest that is a path': { ...approval, digest: 'sha256:../../../tmp/evil' },
    'a digest of another length': { ...approval, digest: 'sha256:abc' },
    'an unknown source': { ...approval, source: 'root' },
    'a program that is looked up': { ...approval, argv: ['python3'] },
    'an empty command line': { ...approval, argv: [] },
    'names that are no texts': { ...approval, env: [1] },
    'a missing key': { ...approval, version: undefined },
    'the approval of another package under this name': { ...approval, directory: 'other' },
    'no object': [],
  };
  test.each(Object.entries(item))('%s', (_, record) => {
    writeApproval(state, approval);
    writeFileSync(approvalPath(state, approval), JSON.stringify(record));
    const { approval: found, problem } = readApproval(state, approval);
    expect([found, problem?.code]).toEqual([null, 'STATE_CORRUPT']);
    expect(existsSync(`${approvalPath(state, approval)}.corrupt`)).toBe(true);
  });

  test('anything in a state directory that others can write', () => {
    writeApproval(state, approval);
    chmodSync(state, 0o777);
    expect(readApproval(state, approval)).toMatchObject({
      approval: null,
      problem: { code: 'STATE_IGNORED' },
    });
    expect(listApprovals(state)).toMatchObject({ approvals: [], issues: [{ code: 'STATE_IGNORED' }] });
  });
});

describe('listing', () => {
  test('without a folder there are none', () => {
    expect(listApprovals(state)).toEqual({ approvals: [], issues: [] });
  });

  test('gives every good record by name and says what is damaged; the others are not affected', () => {
    const second = { ...approval, qualifiedName: 'user/a', argv: null };
    for (const item of [second, approval]) writeApproval(state, item);
    const directory = join(state, 'approvals');
    writeFileSync(join(directory, '.leftover.json.abc.tmp'), '{');
    writeFileSync(join(directory, 'damaged.json'), '{');
    renameSync(approvalPath(state, second), join(directory, 'moved.json'));
    writeApproval(state, second);
    const { approvals, issues } = listApprovals(state);
    expect(approvals).toEqual([approval, second]);
    expect(issues.map(({ code, path }) => [code, path])).toEqual([
      ['STATE_CORRUPT', join(directory, 'damaged.json')],
      ['STATE_CORRUPT', join(directory, 'moved.json')],
    ]);
    expect(listApprovals(state).issues).toEqual([]);
  });
});
