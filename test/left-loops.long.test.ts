import { afterEach, expect, it } from 'vitest';
import { writeHook } from './support/hook-package.ts';
import { leftoverProcesses } from './support/leftover-processes.ts';
import { runScript } from './support/run-script.ts';
import { makeScratch } from './support/scratch.ts';

let scratch = makeScratch();
afterEach(() => {
  scratch.remove();
  scratch = makeScratch();
});

const LOOP = `
const usage = { input_tokens: 1, output_tokens: 1, current_context_window: 90, max_context_window: 100 };
const call = { usage, tools: [1, 2].map((n) => ({ name: 'Bash', input: { command: 'ls ' + n } })) };
async function play(hooks, signal) {
  let session;
  try {
    session = await hooks.session({ signal, hostActions: { compact: () => 'short' }, onPrompt: () => true });
    await runAgent(session, 'hello', { replies: [call, 'done'], tools: { Bash: () => 'a.txt' } });
    await session.subagent({ type: 't' }, (child) => runAgent(child, 'look', { replies: ['seen'] }));
  } catch (error) {
    if (error.code !== 'HOOKS_CLOSED') await session?.fail(error);
  } finally {
    await session?.end('over').catch(() => {});
  }
}`;

it.each(['stop.abort()', 'void hooks.close()'])(
  'a loop that is left by `%s` at any of its questions leaves no process, no timer and no rejection',
  async (leave) => {
    writeHook(scratch, { name: 'hangs', front: { matcher: 'Bash' }, does: 'sleep 1000' }, 'PreToolUse');
    // The program has to end by itself: a timer or a process that is held would keep it.
    const { exit, stdout, stderr } = await runScript(
      scratch,
      `${LOOP}
      const { eventNames } = await core('events');
      const left = [];
      let total = Infinity;
      for (let at = 0; at < total; at += 1) {
        const hooks = await open({ trust: 'all' });
        const stop = new AbortController();
        let asked = 0;
        hooks.on(eventNames, { priority: 1, preApprove: true }, async ({ hook_event_name }) => {
          asked += 1;
          if (asked - 1 === at) {
            left.push(hook_event_name);
            setImmediate(() => { ${leave}; });
            // It is left while this is asked: what is queued later runs later.
            await new Promise((resolve) => setImmediate(resolve));
          }
          return hook_event_name === 'PreToolUse' ? { decision: 'block' } : null;
        });
        await play(hooks, stop.signal);
        await hooks.close();
        total = asked <= at ? at : at + 2;
      }
      // Once more in the middle of a program that would never end.
      const hooks = await open({ trust: 'all' });
      const stop = new AbortController();
      const { existsSync } = await import('node:fs');
      const looks = setInterval(() => {
        if (!existsSync(${JSON.stringify(`${scratch.log}/runs`)})) return;
        clearInterval(looks);
        ${leave};
      }, 5);
      await play(hooks, stop.signal);
      await hooks.close();
      print(left);`,
    );
    expect([exit, stderr]).toEqual([0, '']);
    const left = JSON.parse(stdout) as readonly string[];
    expect(new Set(left)).toEqual(
      new Set([
        ...['SessionStart', 'Setup', 'UserPromptSubmit', 'PreToolSelection', 'PreModelCall', 'PostModelCall'],
        ...['PreToolUse', 'TurnEnd', 'PreCompact', 'PostCompact', 'Stop'],
        ...['SubagentStart', 'SubagentStop', 'SessionEnd'],
      ]),
    );
    expect(await leftoverProcesses(scratch.dir)).toEqual([]);
  },
  120_000,
);
