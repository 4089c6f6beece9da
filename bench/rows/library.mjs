/** Events inside the process of a TypeScript agent, through the verbs of a conversation. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createHooks } from '@hookmd/library';
import Emittery from 'emittery';
import { createHooks as makeHookable } from 'hookable';
import tapable from 'tapable';
import { comparePairs, LOOP_PAIRS, timeLoop, timeTightLoop } from '../measure.mjs';
import { hooks as callHooks, makeScene } from '../scene.mjs';

const CALL = { name: 'Bash', input: { command: 'ls' } };
const LOOP_CALLS = 1000;
const CALL_MS = 20;
const MOST_SHARE = 0.02;
const GUARD = `import { defineHook } from '@hookmd/sdk';
export default defineHook({
  on: 'PreToolUse',
  run: (event, { block }) => (event.tool_input.command === 'rm' ? block('no') : undefined),
});
`;

export const libraryRows = [
  {
    id: 18,
    what: 'event with no hook, library call',
    yardstick: 'Map.get miss; hookable',
    target: '≤ 3; ≤ 1.1',
    note: '`session.concerns` against the first, `session.prompt` against the second; both also after a tool call, when the policy is looked at anew once.',
    measure: measureNoHook,
  },
  {
    id: 19,
    what: 'one no-op in-process hook',
    yardstick: 'tapable; hookable; emittery',
    target: '≤ 1.1; ≤ 0.25; ≤ 0.15',
    note: 'ours gets a copy of the whole event, has a limit of time, is held to its contract, and has a line in the event log; theirs are called. What that costs stands in docs/decisions/0036.',
    measure: measureOneHook,
  },
  {
    id: 26,
    what: `HookMD's share of ${LOOP_CALLS.toLocaleString('en')} tool calls of ${CALL_MS} ms, two warm guards`,
    yardstick: 'the same calls',
    target: `≤ ${MOST_SHARE}`,
    note: 'of each call, what `session.tool` takes beside the tool itself; both guards are handlers in TypeScript. No pairs; its extremes are the shares of the calls at 5 % and at 95 %.',
    measure: measureLoop,
  },
];

async function measureNoHook({ folder }) {
  return withSession(folder, 'library-none', [], async (session) => {
    const known = new Map([['Stop', true]]);
    let seen = 0;
    const concerns = () => timeTightLoop(100_000, () => (seen += session.concerns('PreToolUse') ? 1 : 0));
    const get = () => timeTightLoop(100_000, () => (seen += known.get('PreToolUse') ? 1 : 0));
    const other = makeHookable();
    const prompt = () => timeLoop(20_000, () => session.prompt('hello'));
    const call = () => timeLoop(20_000, () => other.callHook('prompt', 'hello'));
    const turned = (time) => async () => {
      await delay(1);
      return time();
    };
    const findings = [
      { ...(await comparePairs('Map.get', LOOP_PAIRS, turned(concerns), turned(get))), atMost: 3 },
      { ...(await comparePairs('hookable', LOOP_PAIRS, turned(prompt), turned(call))), atMost: 1.1 },
    ];
    if (seen > 0) throw new Error('an event concerned somebody');
    return findings;
  });
}

async function measureOneHook({ folder }) {
  return withSession(folder, 'library-one', [], async (session, hooks) => {
    let asked = 0;
    hooks.on('PreToolUse', () => {
      asked += 1;
    });
    const nothing = () => {};
    const series = new tapable.AsyncSeriesBailHook(['call']);
    series.tapPromise('nothing', async () => {});
    const hookable = makeHookable();
    hookable.hook('call', nothing);
    const emittery = new Emittery();
    emittery.on('call', nothing);
    const ours = () => timeLoop(200, () => session.preToolUse(CALL));
    const yardsticks = [
      ['tapable', 1.1, () => series.promise(CALL)],
      ['hookable', 0.25, () => hookable.callHook('call', CALL)],
      ['emittery', 0.15, () => emittery.emit('call', CALL)],
    ];
    for (let turn = 0; turn < 5000; turn += 1) await session.preToolUse(CALL);
    const findings = [];
    for (const [label, atMost, theirs] of yardsticks) {
      const pairs = await comparePairs(label, LOOP_PAIRS, ours, () => timeLoop(20_000, theirs));
      findings.push({ ...pairs, atMost });
    }
    if (asked < 5000) throw new Error('the hook was not asked');
    return findings;
  });
}

async function measureLoop({ folder }) {
  return withSession(folder, 'library-loop', ['first', 'second'], async (session) => {
    const shares = [];
    let inTools = 0;
    let inAll = 0;
    for (let turn = -5; turn < LOOP_CALLS; turn += 1) {
      let toolMs = 0;
      const startedAt = performance.now();
      const { kind, decisions } = await session.tool(CALL, async () => {
        const before = performance.now();
        await delay(CALL_MS);
        toolMs = performance.now() - before;
      });
      const allMs = performance.now() - startedAt;
      const ran = decisions[0]?.hooks.filter(({ outcome }) => outcome === 'success').length;
      if (kind !== 'done' || ran !== 2) throw new Error(`${kind}: ${ran} guards were asked`);
      // The first few wait for the processes of the guards.
      if (turn < 0) continue;
      shares.push((allMs - toolMs) / allMs);
      inTools += toolMs;
      inAll += allMs;
    }
    shares.sort((a, b) => a - b);
    return [
      {
        label: '',
        pairCount: 1,
        ratio: (inAll - inTools) / inAll,
        low: shares[Math.floor(LOOP_CALLS * 0.05)],
        high: shares[Math.floor(LOOP_CALLS * 0.95)],
        cpuRatio: null,
        oursMs: (inAll - inTools) / LOOP_CALLS,
        theirsMs: inAll / LOOP_CALLS,
        atMost: MOST_SHARE,
      },
    ];
  });
}

/** A conversation in a scene of its own, with these guards in TypeScript. */
async function withSession(folder, name, guards, measure) {
  const scene = makeScene(folder, name, []);
  for (const guard of guards) {
    const dir = path.join(scene.home, '.hookmd/hooks', guard);
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, 'HOOK.md'), '---\nevents: [PreToolUse]\n---\n');
    writeFileSync(path.join(dir, 'handler.ts'), GUARD);
  }
  if (guards.length > 0) callHooks(scene, ['enable', ...guards, '--yes']);
  const { home, project, env: environment } = scene;
  const hooks = await createHooks({ home, project, cwd: project, environment });
  try {
    return await measure(await hooks.session(), hooks);
  } finally {
    await hooks.close();
  }
}
