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

const exit = {
  outcome: 'non_blocking_error',
  cause: 'EXIT',
  reason: 'exited with code 7',
  stderrTail: '',
} as const;

function fixOf(changes: object, others: readonly object[] = [], failure: object = exit): string {
  const subject = { ...status, ...changes } as unknown as Status;
  const places = { userDir: '/none', projectDir: '/none/p' };
  const scene = { cwd: '/', environment: {}, places, statuses: [subject, ...others] };
  const run = makeRun('user/demo', failure);
  return explainFailure(run, subject, scene as never).fix;
}

it.each<[string, object, readonly object[], RegExp]>([
  ['of a hook of the user', {}, [], /^Correct h\/demo\/handler\.sh, .*Then run `hooks approve demo`\.$/],
  ['of one of two hooks of a name', {}, [status], /Then run `hooks approve user\/demo`\.$/],
  ['of a linked directory', { linkedTo: '/h/demo' }, [], /blocks\.$/],
  ['of files that are not pinned', { approval: { isUnpinned: true } }, [], /blocks\.$/],
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

it.each([
  [
    'of a crash names its line',
    { ...exit, stderrTail: 'file:handler.sh:3\nTypeError: x is not a function' },
    /^Correct h\/demo\/handler\.sh:3\. Then/,
  ],
  [
    'of a change that nothing declares has the declaration',
    { cause: 'CONTRACT_VIOLATION', reason: 'changed `command`, `env`, but may not change anything' },
    /^Add `modify: \{ PreToolUse: \[command, env\] \}` in h\/demo\/HOOK\.md, or leave/,
  ],
  [
    'of another forbidden change names `modify`',
    { cause: 'CONTRACT_VIOLATION', reason: 'added the tool Bash, but may only take tools away' },
    /^Declare the change under `modify` in/,
  ],
])('the fix %s', (_, failure, fix) => {
  expect(fixOf({}, [], { ...exit, ...failure })).toMatch(fix);
});
