import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';

/** `npm run bench 13` sends a hundred thousand, and times them: here they would take a minute. */
const EVENTS = 20_000;
const MEGABYTE = 1024 * 1024;
const HOST = fileURLToPath(new URL('../../bench/rows/warm-host.mjs', import.meta.url));
const SOURCE = `import { defineHook } from '@hookmd/sdk';
const seen = globalThis as { loads?: number };
seen.loads = (seen.loads ?? 0) + 1;
export default defineHook({ on: 'PreToolUse', run: (_event, h) => h.block(\`\${seen.loads} \${process.pid}\`) });
`;

const scratch = makeScratch();
afterAll(() => scratch.remove());

interface Found {
  readonly hostHoldsMore: number;
  readonly hostGrewBy: number;
  readonly handlerGrewBy: number;
  readonly loads: readonly string[];
  readonly isOneProcess: boolean;
}

describe.runIf(process.platform === 'linux')('a TypeScript agent that fires many events', () => {
  let found: Found;
  beforeAll(async () => {
    const dir = join(scratch.home, '.hookmd/hooks/counts');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'HOOK.md'), '---\nevents: [PreToolUse]\n---\n');
    writeFileSync(join(dir, 'handler.ts'), SOURCE);
    expect((await runHooks(scratch, ['enable', 'counts', '--yes'])).exit).toBe(0);
    // What V8 takes for what soon dies is not what we hold.
    const flags = ['--expose-gc', '--max-semi-space-size=2'];
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [...flags, HOST, scratch.home, scratch.project, String(EVENTS)],
      { env: { PATH: process.env['PATH'] }, encoding: 'utf8' },
    );
    if (stdout === '') throw new Error(stderr);
    found = JSON.parse(stdout);
  }, 300_000);

  it('has one process for its handler, which loads the module once', () => {
    expect(found).toMatchObject({ loads: ['1', '1'], isOneProcess: true });
  });

  it('holds nothing of an event that is over', () => {
    expect(found.hostHoldsMore).toBeLessThan(MEGABYTE);
    expect(found.hostGrewBy).toBeLessThan(20 * MEGABYTE);
  });

  it('has a handler that does not grow either', () => {
    expect(found.handlerGrewBy).toBeLessThan(20 * MEGABYTE);
  });
});
