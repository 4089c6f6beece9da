/** Whoever embeds HookMD may hold much memory: its programs are started by a small process, and nothing else differs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const LIBRARY = new URL('../packages/library/dist/index.js', import.meta.url).href;
const folder = mkdtempSync(path.join(tmpdir(), 'hookmd-large-'));
const project = path.join(folder, 'project');
mkdirSync(project);
afterAll(() => rmSync(folder, { recursive: true }));

/** Fires the event in a host of its own, and closes; `$PPID` of the handlers stands in `parents`. */
function fire(megabytes: number, event: string): { pid: number; decision: string; hooks: string[] } {
  const options = { home: path.join(folder, 'home'), project, cwd: project, trust: 'all' };
  const source = `
    import { createHooks } from ${JSON.stringify(LIBRARY)};
    const held = Array.from({ length: ${megabytes} }, () => Buffer.alloc(1024 * 1024, 1));
    const hooks = await createHooks({ ...${JSON.stringify(options)}, environment: { PATH: process.env.PATH } });
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' } };
    const { decision } = await hooks.fire(${JSON.stringify(event)}, call);
    await hooks.close();
    const { length } = held;
    const rows = decision.hooks.map(({ name, outcome }) => name + ' ' + outcome);
    console.log(JSON.stringify({ pid: process.pid, decision: decision.decision, hooks: rows, length }));`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  return JSON.parse(ran.stdout);
}

function writePackage(name: string, event: string, script: string): void {
  const dir = path.join(folder, 'home/.hookmd/hooks', name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, 'handler.sh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const lines = [`events: [${event}]`, 'command: ./handler.sh', 'protocol: hookmd'];
  writeFileSync(path.join(dir, 'HOOK.md'), ['---', ...lines, '---', ''].join('\n'));
}

const parent = (): number => Number(readFileSync(path.join(project, 'parent'), 'utf8'));

test.runIf(process.platform === 'linux')('a guard is asked from a small process in a large host', () => {
  writePackage('guards', 'PreToolUse', 'echo $PPID > "$HOOK_PROJECT_DIR/parent"; echo no >&2; exit 2');
  const small = fire(0, 'PreToolUse');
  expect(parent()).toBe(small.pid);
  const large = fire(250, 'PreToolUse');
  expect(parent()).not.toBe(large.pid);
  expect({ ...large, pid: 0, length: 0 }).toEqual({ ...small, pid: 0, length: 0 });
  expect(large).toMatchObject({ decision: 'block', hooks: ['guards blocking'] });
});

test.runIf(process.platform === 'linux')(
  'one that says nobody need wait goes on there, until the host closes',
  () => {
    const parentFile = '"$HOOK_PROJECT_DIR/parent"';
    const late = '"$HOOK_PROJECT_DIR/late"';
    writePackage(
      'goes-on',
      'PostToolUse',
      `echo $PPID > ${parentFile}; echo '{"async": true}'; sleep 0.2; echo end > ${late}`,
    );
    const large = fire(250, 'PostToolUse');
    expect(parent()).not.toBe(large.pid);
    expect(large.hooks).toEqual(['goes-on skipped']);
    expect(readFileSync(path.join(project, 'late'), 'utf8')).toBe('end\n');
  },
);
