/** A model chooses the keys and texts of a tool's input. None of them may keep a guard from being asked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHookLog } from '../support/hook-log.ts';
import { runHooks } from '../support/run-hooks.ts';
import { enableHooks } from '../support/runtime.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

const deny = { exits: 2, stderr: 'not here' };

/** What Claude Code hears without saying its event on the command line. */
async function answer(payload: string): Promise<string> {
  const { stdout } = await runHooks(scratch, ['run', '--agent', 'claude-code'], { stdin: payload });
  return stdout;
}

describe('a guard that lets go on what fails', () => {
  it.each(['__proto__', 'constructor', 'prototype'])(
    'is asked about an input with the key %s',
    async (key) => {
      await enableHooks(scratch, [{ name: 'guard', ...deny }]);
      const call = `{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash",`;
      expect(await answer(`${call}"tool_input":{"command":"ls","${key}":{"command":"true"}}}`)).toContain(
        'deny',
      );
      const [run] = readHookLog(scratch.log).runs;
      expect(run?.stdin).toContain(`"${key}":{"command":"true"}`);
    },
  );
});

describe('a guard that must agree', () => {
  const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
  it.each([
    ['is larger than is read', `{"tool_input":{"content":"${'x'.repeat(13 * 1024 * 1024)}"}}`],
    [
      'cannot be read, and names an event in its input',
      `{"tool_input":{"deep":${deep},"hook_event_name":"PostToolUse"},"hook_event_name":"PreToolUse"}`,
    ],
  ])('refuses what %s', async (_, payload) => {
    await enableHooks(scratch, [{ name: 'guard', front: { onFailure: 'block' }, ...deny }]);
    expect(await answer(payload)).toContain('deny');
  });
});
