import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../events/event.ts';
import { viewTool } from '../matching/tool-view.ts';
import { applyContract, changedKeys, isCovered, sharedKeys, withholdOutput } from './contract.ts';

function toolEvent(input: Record<string, unknown>, rest: Record<string, unknown> = {}): HookEvent {
  return {
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: input,
    tool: viewTool('Bash', 'Bash', input),
    ...rest,
  } as unknown as HookEvent;
}

const replace = { merge: 'replace', redactKeys: [] } as const;
const shallow = { merge: 'shallow', redactKeys: [] } as const;
const bash = toolEvent({ command: 'ls', timeout: 600, env: { A: '1' } });

describe('a change of the input', () => {
  it('counts where every changed key is declared', () => {
    const decision = applyContract(
      bash,
      { input: { command: 'ls', timeout: 120, env: { A: '1' } } },
      { input: ['timeout'] },
      replace,
    );
    expect(decision).toMatchObject({ changed: ['timeout'], event: { tool_input: { timeout: 120 } } });
  });

  it('is refused as a whole for one key outside', () => {
    const decision = applyContract(
      bash,
      { input: { command: 'pwd', timeout: 120, env: { A: '1' } } },
      { input: ['timeout'] },
      replace,
    );
    expect(decision).toEqual({ violation: 'changed `command`, but may only change `timeout`' });
  });

  it('may be a patch where the manifest says `merge: shallow`', () => {
    const decision = applyContract(bash, { input: { timeout: 120 } }, { input: ['timeout'] }, shallow);
    expect(decision).toMatchObject({
      changed: ['timeout'],
      event: { tool_input: { command: 'ls', timeout: 120 } },
    });
  });

  it('names `merge: shallow` when keys are missing from a whole input', () => {
    const decision = applyContract(bash, { input: { timeout: 120 } }, { input: ['timeout'] }, replace);
    expect(decision).toHaveProperty('violation', expect.stringContaining('merge: shallow'));
  });

  it('is refused where the tool would miss a required argument', () => {
    const decision = applyContract(bash, { input: { command: 7 } }, { input: ['*'] }, replace);
    expect(decision).toHaveProperty('violation', expect.stringContaining('Bash needs command'));
  });

  it('shows the new command in the view of the tool', () => {
    const decision = applyContract(bash, { input: { command: 'rm x' } }, { input: ['*'] }, shallow);
    expect(decision).toMatchObject({ event: { tool: { command: 'rm x' } } });
  });

  it('is none when what was given comes back, whatever the order of keys', () => {
    const same = { env: { A: '1' }, timeout: 600, command: 'ls' };
    expect(applyContract(bash, { input: same }, null, replace)).toMatchObject({ changed: [] });
  });

  it('needs a declaration', () => {
    expect(applyContract(bash, { input: { command: 'x' } }, null, replace)).toHaveProperty('violation');
  });
});

describe('changed keys', () => {
  it('go one level down and no further', () => {
    expect(changedKeys({ env: { A: 1, B: { C: 1 } } }, { env: { A: 2, B: { C: 2 } } })).toEqual([
      'env.A',
      'env.B',
    ]);
    expect(changedKeys({ env: { A: 1 } }, { env: 'x' })).toEqual(['env']);
  });

  it.each([
    ['timeout', ['timeout'], true],
    ['env.PATH', ['env.*'], true],
    ['env.PATH', ['env'], true],
    ['env.PATH', ['env.HOME'], false],
    ['env', ['env.*'], false],
    ['anything', ['*'], true],
  ])('%s is covered by %j: %s', (key, allowed, expected) => {
    expect(isCovered(key, allowed)).toBe(expected);
  });

  it('shared by two lists are the narrower ones', () => {
    expect(sharedKeys(['*'], ['timeout', 'env.*'])).toEqual(['timeout', 'env.*']);
    expect(sharedKeys(['env.PATH', 'x'], ['env.*'])).toEqual(['env.PATH']);
  });
});

describe('an output', () => {
  const result = {
    ...toolEvent({ command: 'ls' }),
    hook_event_name: 'PostToolUse',
    tool_response: { stdout: 'k=SECRETKEY', ok: true },
  } as unknown as HookEvent;

  it('may only be redacted where the manifest says `redact`', () => {
    const redacted = { stdout: 'k=[redacted]', ok: true };
    expect(applyContract(result, { output: redacted }, { output: 'redact' }, replace)).toMatchObject({
      changed: ['tool_response'],
      removed: ['SECRETKEY'],
    });
    expect(
      applyContract(result, { output: { stdout: 'fine', ok: true } }, { output: 'redact' }, replace),
    ).toHaveProperty('violation');
  });

  it('is withheld in the shape it has', () => {
    expect(withholdOutput(result, 'redactor', 'TIMEOUT')['tool_response']).toEqual({
      stdout: '[withheld: redactor failed (TIMEOUT)]',
      ok: true,
    });
  });
});
