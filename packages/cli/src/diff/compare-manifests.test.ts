import { parseManifest } from '@hookmd/core/manifest';
import { expect, test } from 'vitest';
import { compareManifests } from './compare-manifests.ts';

const place = { path: 'HOOK.md', directoryName: 'guard', files: ['a.sh', 'b.sh'] };

function manifest(front: Readonly<Record<string, unknown>>): Parameters<typeof compareManifests>[0] {
  const keys = { events: ['PreToolUse'], command: './a.sh', ...front };
  const lines = Object.entries(keys).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const { manifest: parsed, issues } = parseManifest(
    Buffer.from(['---', ...lines, '---', ''].join('\n')),
    place,
  );
  if (parsed === null) throw new Error(issues.map(({ message }) => message).join('; '));
  return parsed;
}

function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): unknown {
  return compareManifests(manifest(before), manifest(after)).map(({ key, was, now }) => [key, was, now]);
}

test('equal manifests do the same', () => {
  expect(differences({ timeout: '5s' }, { timeout: 5 })).toEqual([]);
});

const rows: readonly [Record<string, unknown>, Record<string, unknown>, readonly unknown[]][] = [
  [{}, { events: ['PreToolUse', 'Stop'] }, ['events', 'PreToolUse', 'PreToolUse, Stop']],
  [{ matcher: 'Bash' }, {}, ['matcher', 'Bash', null]],
  [{}, { if: 'Bash(rm *)' }, ['if', null, 'Bash(rm *)']],
  [{}, { command: './b.sh' }, ['runs', 'command: ./a.sh', 'command: ./b.sh']],
  [{}, { shell: true, command: './a.sh' }, ['runs', 'command: ./a.sh', 'command: ./a.sh, in a shell']],
  [{}, { modify: { PreToolUse: ['timeout'] } }, ['modify', null, 'change the input: timeout on PreToolUse']],
  [{}, { preApprove: true }, ['preApprove', 'false', 'true']],
  [{ onFailure: 'block' }, {}, ['onFailure', 'a failure blocks', 'the call proceeds if it fails']],
  [{ onFailure: 'block', observe: true }, { observe: true }, ['onFailure', '"block"', '"continue"']],
  [{ timeout: '30s' }, { timeout: '500ms' }, ['timeout', '30 s', '500 ms']],
  [{ isolation: 'strict' }, {}, ['isolation', 'strict', 'off']],
  [{}, { env: ['TOKEN'] }, ['env', null, 'TOKEN']],
  [{}, { requires: { bins: ['jq'], env: ['A', 'B'] } }, ['requires', null, 'bins jq, env A, B']],
  [{}, { priority: 1 }, ['priority', '100', '1']],
  [{}, { once: true }, ['once', 'no', 'session']],
  [{ version: '1.0.0' }, { version: '2.0.0' }, ['version', '1.0.0', '2.0.0']],
];

test.each(rows)('%j and %j differ in words', (before, after, row) => {
  expect(differences(before, after)).toEqual([row]);
});

test('a protocol is said with what it makes of an exit status', () => {
  expect(differences({ protocol: 'hookmd' }, { protocol: 'claude' })).toContainEqual([
    'protocol',
    'protocol hookmd, exit 2 blocks',
    'protocol claude, exit 2 blocks',
  ]);
});
