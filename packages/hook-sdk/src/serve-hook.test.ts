import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hookmd-sdk-'));

beforeAll(async () => {
  writeFileSync(
    join(folder, 'guard.ts'),
    `import { defineHook, serveHook } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
     await serveHook(defineHook({
       on: 'PreToolUse',
       run(event, h) {
         console.log('this goes to standard error');
         if (event.tool.command === 'throw') throw new Error('broken on purpose');
         if (event.tool.command?.startsWith('rm')) return h.block('no rm here');
         if (event.tool.command === 'slow') return h.modify({ timeout: 1 });
       },
     }));`,
  );
  await esbuild.build({
    entryPoints: [join(folder, 'guard.ts')],
    outfile: join(folder, 'guard.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

function ask(
  command: string,
  event = 'PreToolUse',
): { status: number | null; stdout: string; stderr: string } {
  const input = JSON.stringify({
    hook_event_name: event,
    tool_name: 'Bash',
    tool: { kind: 'shell', command, paths: [] },
  });
  return spawnSync(process.execPath, [join(folder, 'guard.mjs')], { input, encoding: 'utf8' });
}

describe('a hook served as a command', () => {
  it('prints its answer and nothing else', () => {
    expect(ask('rm x')).toMatchObject({ status: 0, stdout: '{"decision":"block","reason":"no rm here"}\n' });
  });

  it('prints nothing when it has no opinion', () => {
    expect(ask('ls')).toMatchObject({ status: 0, stdout: '' });
  });

  it('answers in the protocol of its event', () => {
    expect(JSON.parse(ask('slow').stdout)).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { timeout: 1 } },
    });
  });

  it('fails where it throws, and says where', () => {
    const run = ask('throw');
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('broken on purpose');
  });

  it('fails on an event it was not written for', () => {
    expect(ask('ls', 'Stop')).toMatchObject({ status: 1, stdout: '' });
  });
});
