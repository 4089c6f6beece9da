import { makeRun } from '@hookmd/core/testing';
import { expect, it } from 'vitest';
import { explainFailure } from './failure.ts';

type Status = NonNullable<Parameters<typeof explainFailure>[1]>;

const root = { kind: 'packages', source: 'user', dir: '/h' };
const manifest = {
  protocol: 'hookmd',
  events: [{ name: 'PreToolUse' }],
  modify: {},
  handler: { mode: 'command', command: './handler.sh' },
  homepage: null,
};
const record = {
  name: 'demo',
  qualifiedName: 'user/demo',
  root,
  manifest,
  dir: '/h/demo',
  manifestPath: '/h/demo/HOOK.md',
  files: ['handler.sh'],
};
const status = { record, reasons: [], isEnabled: true, linkedTo: null, approval: null };

/** The fix of a run that ended with the exit code 7, or by `end`. */
function fixOf(changes: object, others: readonly object[] = [], end: object = {}): string {
  const subject = { ...status, ...changes } as unknown as Status;
  const places = { userDir: '/none', projectDir: '/none/p' };
  const scene = { cwd: '/', environment: {}, places, statuses: [subject, ...others] };
  const run = makeRun('user/demo', {
    outcome: 'non_blocking_error',
    cause: 'EXIT',
    reason: 'exited with code 7',
    stderrTail: '',
    ...end,
  });
  return explainFailure(run, subject, scene as never).fix;
}

it.each<[string, object, readonly object[], RegExp]>([
  ['of a hook of the user', {}, [], /^Correct h\/demo\/handler\.sh, .*Then run `hooks approve demo`\.$/],
  ['of one of two hooks of a name', {}, [status], /Then run `hooks approve user\/demo`\.$/],
  ['of a linked directory', { linkedTo: '/h/demo' }, [], /blocks\.$/],
  ['of files that are not pinned', { approval: { isUnpinned: true } }, [], /blocks\.$/],
  [
    'of a script whose name ends like another',
    {
      record: {
        ...record,
        files: ['check.sh', 'lib/pre-check.sh'],
        manifest: { ...manifest, handler: { mode: 'command', command: 'sh ./lib/pre-check.sh' } },
      },
    },
    [],
    /^Correct h\/demo\/lib\/pre-check\.sh/,
  ],
  [
    'of a managed hook',
    { record: { ...record, root: { ...root, source: 'managed' } } },
    [],
    /^Ask the admin/,
  ],
  [
    'of a file with a name for a terminal',
    {
      record: {
        ...record,
        files: ['h\u001b[2J.sh'],
        manifest: { ...manifest, handler: { mode: 'command', command: './h\u001b[2J.sh' } },
      },
    },
    [],
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    /^[^\u0000-\u001f]+$/,
  ],
])('the fix %s can be followed as it is', (_, changes, others, fix) => {
  expect(fixOf(changes, others)).toMatch(fix);
});

it.each<[string, object, RegExp]>([
  [
    'text',
    {
      cause: 'BAD_OUTPUT',
      reason: 'its output must be JSON in the hookmd protocol, but begins with "hi"',
    },
    /`>&2`/,
  ],
  [
    'a wrong value',
    { cause: 'BAD_OUTPUT', reason: '`decision` must be "block"' },
    /^Correct the output, in h\/demo\/handler\.sh\./,
  ],
  ['a crash', { stderrTail: 'file:handler.sh:3\nTypeError: x is not a function' }, /handler\.sh:3\. Then/],
  [
    'a signal',
    { cause: 'SIGNAL', reason: 'was ended by SIGSEGV' },
    /HookMD did not end it: a program in it crashed\. Then/,
  ],
  ['an unusual signal', { cause: 'SIGNAL', reason: 'was ended by SIGUSR1' }, /HookMD did not end it\. Then/],
  [
    'a change that nothing declares',
    { cause: 'CONTRACT_VIOLATION', reason: 'changed `command`, `env`, but may not change anything' },
    /^Add `modify: \{ PreToolUse: \[command, env\] \}` in h\/demo\/HOOK\.md, or leave/,
  ],
  [
    'a part of the input',
    {
      cause: 'CONTRACT_VIOLATION',
      reason:
        'changed `command`, but may not change anything; return the whole input, or declare `merge: shallow`',
    },
    /^Return the whole input in h\/demo\/handler\.sh, or declare/,
  ],
  [
    'a key that would permit every change',
    { cause: 'CONTRACT_VIOLATION', reason: 'changed `*`, but may not change anything' },
    /^Declare the change under `modify` in/,
  ],
  [
    'another forbidden change',
    { cause: 'CONTRACT_VIOLATION', reason: 'added the tool Bash, but may only take tools away' },
    /^Declare the change under `modify` in/,
  ],
  [
    'a private address',
    {
      cause: 'ADDRESS_REFUSED',
      reason:
        'http://policy.corp.example: policy.corp.example, which resolves to 10.20.3.4 is not allowed: it lies in 10.0.0.0/8, a private network',
    },
    /^For a service of your company, ask the administrator to add `privateNetworks: \["10\.20\.3\.4\/32"\]` to the policy\.$/,
  ],
  [
    'a private IPv6 address',
    {
      cause: 'ADDRESS_REFUSED',
      reason: 'http://[fd12::1]: fd12::1 is not allowed: it is not a public IPv6 address (2000::/3)',
    },
    /`privateNetworks: \["fd12::1\/128"\]`/,
  ],
  [
    'a metadata service',
    {
      cause: 'ADDRESS_REFUSED',
      reason: 'http://169.254.169.254: 169.254.169.254 is not allowed: it lies in 169.254.0.0/16, link-local',
    },
    /^Correct h\/demo\/handler\.sh\./,
  ],
])('the fix of %s is about it', (_, end, fix) => {
  expect(fixOf({}, [], end)).toMatch(fix);
});
