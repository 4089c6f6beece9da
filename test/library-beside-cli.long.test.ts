/** What events read is kept once for all programs of a person: the library, which ships no packages, must see what the command line sees. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeHook } from './support/hook-package.ts';
import { type Ended, runHooks } from './support/run-hooks.ts';
import { runScript } from './support/run-script.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

const kept = (): string => readFileSync(join(scratch.state, 'active/_.json'), 'utf8');
const open = (): Promise<Ended> => runScript(scratch, 'await (await open()).close();');

async function codes(): Promise<readonly string[]> {
  const { stdout } = await runHooks(scratch, ['doctor', '--json']);
  const { findings } = JSON.parse(stdout) as { findings: readonly { code: string }[] };
  return findings.map(({ code }) => code);
}

it('what the library compiles first is what the command line would have compiled', async () => {
  expect(await open()).toMatchObject({ exit: 0, stderr: '' });
  expect(await codes()).not.toContain('HOOK_INDEX_OUTDATED');
});

it('the library leaves alone what the command line compiled of the packages that come with HookMD', async () => {
  await runHooks(scratch, ['enable', 'block-dangerous', 'clamp-timeout', '--yes']);
  await runHooks(scratch, ['disable', 'clamp-timeout']);
  const before = kept();
  expect(await open()).toMatchObject({ exit: 0, stderr: '' });
  expect(kept()).toBe(before);
  expect(await codes()).not.toContain('HOOK_INDEX_OUTDATED');
});

it('a variable that one program has and the other has not makes no part outdated', async () => {
  writeHook(scratch, { name: 'tells', front: { requires: { env: ['TOKEN'] } } }, 'PreToolUse');
  await runHooks(scratch, ['enable', 'tells', '--yes']);
  const before = kept();
  expect(await runScript(scratch, "process.env.TOKEN = 't'; await (await open()).close();")).toMatchObject({
    exit: 0,
    stderr: '',
  });
  expect(kept()).toBe(before);
});
