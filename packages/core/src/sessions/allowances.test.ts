import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHook } from '../dispatch/hook.fixture.ts';
import type { HookEvent } from '../events/event.ts';
import { mayLiftBlock, NO_POLICY } from '../policy/policy.ts';
import {
  type Allowance,
  type CallAllowance,
  callDigest,
  openAllowance,
  writeAllowance,
} from './allowances.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-allow-')));
});
afterEach(() => rmSync(dir, { recursive: true }));

const guard = makeHook(() => undefined, { name: 'guard' });
const other = makeHook(() => undefined, { name: 'other' });
const started = { time: Date.now(), uptime: 5_000 };

function call(parts: object = {}): HookEvent {
  return {
    hook_event_name: 'PreToolUse',
    agent: { name: 'local' },
    cwd: '/p',
    project_dir: '/p',
    tool: { kind: 'shell' },
    tool_name: 'Bash',
    tool_input: { command: 'make deploy', description: 'Deploy it' },
    ...parts,
  } as unknown as HookEvent;
}

function allow(parts: Partial<Allowance> = {}): void {
  const { qualifiedName, digest } = guard;
  writeAllowance(dir, {
    use: 'once',
    call: callDigest(call()),
    hooks: [{ qualifiedName, digest }],
    forMs: 600_000,
    startedAt: started.time,
    startedUptime: started.uptime,
    ...parts,
  });
}

const open = (event: HookEvent, afterMs = 1000, clock = {}): CallAllowance =>
  openAllowance(
    dir,
    event,
    () => true,
    () => ({ time: started.time + afterMs, uptime: started.uptime + afterMs / 1000, ...clock }),
  );

describe('an allowance', () => {
  it('covers exactly the call, once', () => {
    allow();
    expect(open(call()).covers(guard)).toBe(true);
    expect(open(call()).covers(guard)).toBe(false);
    expect(readdirSync(join(dir, 'allowances'))).toEqual([]);
  });

  it('counts for every hook of one call that it names, and for a repeated run of it', () => {
    const hooks = [guard, other].map(({ qualifiedName, digest }) => ({ qualifiedName, digest }));
    allow({ hooks });
    const opened = open(call());
    expect([guard, other, guard].map((hook) => opened.covers(hook))).toEqual([true, true, true]);
  });

  it('for a time counts until then', () => {
    allow({ use: 'timed' });
    expect([0, 1, 2].map(() => open(call()).covers(guard))).toEqual([true, true, true]);
    expect(open(call(), 600_001).covers(guard)).toBe(false);
  });

  it.each([
    ['another command', { tool_input: { command: 'make deploy prod' } }],
    ['a further argument', { tool_input: { command: 'make deploy', run_in_background: true } }],
    ['another tool', { tool_name: 'PowerShell' }],
    ['another directory', { cwd: '/p/sub' }],
    ['another project', { project_dir: '/q' }],
    ['another agent', { agent: { name: 'codex' } }],
    ['another event', { hook_event_name: 'PermissionRequest' }],
  ])('does not cover %s', (_, parts) => {
    allow();
    expect(open(call(parts)).covers(guard)).toBe(false);
    expect(open(call()).covers(guard), 'and is still there').toBe(true);
  });

  it('covers the same command with another description', () => {
    allow();
    expect(open(call({ tool_input: { command: 'make deploy', description: 'Again' } })).covers(guard)).toBe(
      true,
    );
  });

  it('does not leave out what is called a description elsewhere', () => {
    const write = { tool: { kind: 'write' }, tool_input: { path: 'a', description: 'x' } };
    allow({ call: callDigest(call(write)) });
    const changed = { ...write, tool_input: { path: 'a', description: 'y' } };
    expect(open(call(changed)).covers(guard)).toBe(false);
  });

  it.each([
    ['the clock was set back', 1000, { time: started.time - 1 }],
    ['the clock was set back to its time', 700_000, { time: started.time + 1 }],
    ['the machine was started again', 1000, { uptime: 10 }],
    ['it has ended', 600_001, {}],
  ])('covers nothing where %s', (_, afterMs, clock) => {
    allow({ use: 'timed' });
    expect(open(call(), afterMs, clock).covers(guard)).toBe(false);
  });

  it('covers no other hook, and no other version of the hook', () => {
    allow();
    expect(open(call()).covers(other)).toBe(false);
    expect(open(call()).covers({ ...guard, digest: 'sha256:changed' })).toBe(false);
  });

  it('is removed with the next one after it has ended', () => {
    allow({ call: '0'.repeat(64), startedAt: 1000 });
    allow();
    expect(readdirSync(join(dir, 'allowances'))).toEqual([`${callDigest(call())}.json`]);
  });
});

describe('the policy', () => {
  it.each([
    [null, [true, true, false, false]],
    ['never', [false, false, false, false]],
    ['once', [true, false, true, false]],
    ['timed', [true, true, true, true]],
  ] as const)('allow: %s', (allow, expected) => {
    const policy = { ...NO_POLICY, allow };
    const uses = [false, true].flatMap((isAdministrators) =>
      (['once', 'timed'] as const).map((use) => mayLiftBlock(policy, isAdministrators, use)),
    );
    expect(uses).toEqual(expected);
  });
});
