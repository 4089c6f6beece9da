import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonObject } from '@hookmd/core/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../testing/fixture.ts';
import { type Built, buildModule, type Run } from './served.fixture.ts';

/** What clumsy and hostile handlers do, one line each; the event says which. */
const DEEDS: Readonly<Record<string, string>> = {
  writes: `console.log('one'); console.table([1]); process.stdout.write('two\\n'); process.stdout.end('three'); return h.block('no');`,
  exits: 'process.exit(0);',
  'exits with what would block': 'process.exit(2);',
  'exits later': `setTimeout(() => process.exit(0), 1); await new Promise(() => {});`,
  hangs: 'await new Promise(() => {});',
  'throws null': 'throw null;',
  'throws a symbol': `throw Symbol('why');`,
  'throws what cannot be shown': `throw { toString() { throw new Error('inner'); } };`,
  'throws an error that cannot be shown': `const e = new Error('x'); Object.defineProperty(e, 'stack', { get() { throw 1; } }); Object.defineProperty(e, 'message', { get() { throw 1; } }); throw e;`,
  'throws a proxy': 'throw new Proxy({}, { getPrototypeOf() { throw 1; }, get() { throw 2; } });',
  'throws outside of its promise': `await new Promise(() => setTimeout(() => { throw new Error('stray'); }, 1));`,
  'rejects outside of its promise': `Promise.reject(new Error('stray')); await new Promise(() => {});`,
  'answers with a value': 'return true;',
  'answers by hand': `return { decision: 'block', reason: 'by hand' };`,
  'answers with a date': 'return h.modify({ at: new Date(0) });',
  'answers with a number that is none': 'return h.modify({ timeout: NaN });',
  'answers with itself': 'const patch = {}; patch.patch = patch; return h.modify(patch);',
  'answers with a large integer': 'return h.modify({ timeout: 1n });',
  'contradicts itself': `return [h.block('a'), h.ask('b')];`,
  'uses a verb of another event': `return h.continueWith('go on');`,
  'breaks JSON and console': `JSON.stringify = () => '{"decision":"allow"}'; JSON.parse = () => ({}); console.log = console.error = () => { throw 1; }; Buffer.from = () => { throw 1; }; fs.writeSync = () => { throw 1; }; syncBuiltinESMExports(); return h.block('still no');`,
  'changes the event': `event.tool_input.command = 'rm'; return h.modify({ timeout: 1 });`,
  'waits for its signal': `const kept = setTimeout(() => {}, 20_000); h.signal.addEventListener('abort', () => clearTimeout(kept)); h.log('waiting'); await new Promise((r) => h.signal.addEventListener('abort', r)); return h.block('aborted');`,
  'blocks without a reason': 'return h.block();',
};

const HANDLER = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { defineHook } from '@hookmd/sdk';
console.log('while it is loaded');
const deeds: Record<string, (event: any, h: any) => any> = {
${Object.entries(DEEDS)
  .map(([name, code]) => `${JSON.stringify(name)}: async (event, h) => { ${code} },`)
  .join('\n')}
};
export default defineHook({ on: 'PreToolUse', run: (event, h) => deeds[event.tool_input.deed as string]?.(event, h) });
`;

describe('a handler in a process of its own', () => {
  let built: Built;
  beforeAll(async () => {
    built = await buildModule(HANDLER);
  });
  afterAll(() => built.remove());

  const does = (deed: string): Run =>
    built.run(makeEvent('PreToolUse', { tool_name: 'Bash', tool_input: { deed } }));
  const output = (deed: string): JsonObject => {
    const { status, stdout, stderr } = does(deed);
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout) as JsonObject;
  };

  it('that has no opinion prints an empty document', () => {
    expect(does('nothing')).toEqual(expect.objectContaining({ status: 0, stdout: '{}\n' }));
  });

  it('that writes to the console and to standard output keeps its answer whole', () => {
    const run = does('writes');
    expect(run).toMatchObject({ status: 0, stdout: '{"decision":"block","reason":"no"}\n' });
    for (const text of ['while it is loaded', 'one', 'two', 'three']) expect(run.stderr).toContain(text);
  });

  it.each(
    Object.entries({
      exits: 'it ended its process',
      'exits with what would block': 'it ended its process',
      'exits later': 'it ended its process',
      hangs: 'a promise that never settles',
      'throws null': 'it threw null',
      'throws a symbol': 'it threw Symbol(why)',
      'throws what cannot be shown': 'it threw something that cannot be shown',
      'throws an error that cannot be shown': 'it threw something that cannot be shown',
      'throws a proxy': 'it threw something that cannot be shown',
      'throws outside of its promise': 'stray',
      'rejects outside of its promise': 'stray',
      'answers with a value': 'a value of type boolean that is not a result',
      'answers by hand': 'that is not a result',
      'answers with a date': 'the output.patch.at is an object of Date',
      'answers with a number that is none': 'the output.patch.timeout is NaN',
      'answers with itself': 'nested too deeply, or contains itself',
      'answers with a large integer': 'is a bigint',
      'contradicts itself': 'two results that differ in `decision`',
      'uses a verb of another event': 'PreToolUse does not permit `continueWith`',
    }),
  )('that %s has failed, and says why', (deed, why) => {
    const run = does(deed);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toContain(why);
  });

  it('that replaces what others rely on still gives its own answer', () => {
    expect(output('breaks JSON and console')).toEqual({ decision: 'block', reason: 'still no' });
  });

  it('patches what the agent asked for, not what it made of that', () => {
    expect(output('changes the event')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { deed: 'changes the event', timeout: 1 },
      },
    });
  });

  it('that forgot its reason blocks nevertheless', () => {
    expect(output('blocks without a reason')).toEqual({
      decision: 'block',
      reason: 'blocked without a reason',
    });
  });

  it.each(['', 'no JSON', '[]', '{"hook_event_name":"Stop"}', '{}'])('fails on %j', (input) => {
    expect(built.run(input)).toMatchObject({ status: 1, stdout: '' });
  });

  it('hears by its signal that nobody waits any more', async () => {
    const child = built.start();
    child.stdin?.end(
      JSON.stringify(makeEvent('PreToolUse', { tool_input: { deed: 'waits for its signal' } })),
    );
    await new Promise((resolve) =>
      child.stderr?.on('data', (chunk) => String(chunk).includes('waiting') && resolve(0)),
    );
    child.kill('SIGTERM');
    const text = await new Promise((resolve) =>
      child.stdout?.once('data', (chunk) => resolve(String(chunk))),
    );
    expect(text).toBe('{"decision":"block","reason":"aborted"}\n');
  });

  it('reads an event of many chunks', () => {
    const text = 'x'.repeat(3_000_000);
    const run = built.run(
      makeEvent('PreToolUse', { tool_name: 'Bash', tool_input: { text, deed: 'changes the event' } }),
    );
    expect(JSON.parse(run.stdout).hookSpecificOutput.updatedInput.text).toHaveLength(text.length);
  });

  it('reads an event that comes in pieces by a pipe that does not wait', async () => {
    // Who is killed cannot undo what it did to the pipe that both have.
    const child = built.startBy(
      `"$0" -e "process.stdin; process.kill(process.pid, 'SIGKILL')"; exec "$0" "$1"`,
    );
    await once(child.stderr as Readable, 'data');
    const event = makeEvent('PreToolUse', { tool_input: { deed: 'changes the event' } });
    for (const piece of JSON.stringify(event)) {
      child.stdin?.write(piece);
      await nextTurn();
    }
    child.stdin?.end();
    const [result] = await once(child.stdout as Readable, 'data');
    expect(String(result)).toContain('"timeout":1');
  });

  it('reads an event out of a file that has no name any more, from where it stands', async () => {
    const child = built.startBy(
      `t=$(mktemp) && cat >"$t" && exec <"$t" && rm "$t" && IFS= read -r line && exec "$0" "$1"`,
    );
    const rest = 'x'.repeat(3_000_000);
    const event = makeEvent('PreToolUse', { tool_input: { deed: 'nothing', rest } });
    child.stdin?.end(`not the event\n${JSON.stringify(event)}`);
    const [report] = await once(child.stdout as Readable, 'data');
    expect(String(report)).toBe('{}\n');
  });
});

describe('a module that cannot be loaded', () => {
  it.each([
    ['throws', `throw new Error('while loading');`, /Error: while loading\n +at .*src\/handler\.ts:1:/],
    ['ends the process', 'process.exit(0);', /it ended its process/],
    ['has no hook', 'export const x = 1;', /exports nothing made by defineHook/],
    [
      'misuses defineHook',
      `import { defineHook } from '@hookmd/sdk'; export default defineHook({ on: 'Stp', run() {} } as never);`,
      /`on` must be the name of an event, not Stp/,
    ],
  ])('%s: status 1, and why', async (_, source, why) => {
    const built = await buildModule(source);
    const event = makeEvent('Stop', {});
    for (const way of [undefined, 'run', 'warm', 'hook']) {
      const run = built.run(event, way);
      expect(run).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(why) });
    }
    built.remove();
  });
});

describe('a handler of OpenClaw', () => {
  it('is called by its export, and has no say', async () => {
    const source = `export function onNew(event) { console.log(event.action); return { decision: 'block' }; }`;
    const built = await buildModule(source, `, { protocol: 'openclaw', export: 'onNew' }`);
    const run = built.run({ type: 'command', action: 'new' });
    expect(run).toMatchObject({ status: 0, stdout: '{}\n', stderr: 'new\n' });
    built.remove();
  });
});
