/** An event of a TypeScript agent, inside its process. */
import { setTimeout as delay } from 'node:timers/promises';
import { createHooks } from '@hookmd/library';
import { createHooks as makeHookable } from 'hookable';
import { comparePairs, LOOP_PAIRS, timeLoop, timeTightLoop } from '../measure.mjs';
import { makeScene } from '../scene.mjs';

export const libraryRows = [
  {
    id: 16,
    what: 'event with no hook, library call',
    yardstick: 'Map.get miss; hookable',
    target: '≤ 3; ≤ 1.1',
    note: '`session.concerns` against the first, `session.prompt` against the second; both also after a tool call, when the policy is read again once.',
    measure: measureNoHook,
  },
];

async function measureNoHook({ folder }) {
  const { home, project, env: environment } = makeScene(folder, 'library', []);
  const hooks = await createHooks({ home, project, cwd: project, environment });
  try {
    const session = await hooks.session();
    const known = new Map([['Stop', true]]);
    let found = 0;
    const concerns = () => timeTightLoop(100_000, () => (found += session.concerns('PreToolUse') ? 1 : 0));
    const get = () => timeTightLoop(100_000, () => (found += known.get('PreToolUse') ? 1 : 0));
    const other = makeHookable();
    const prompt = () => timeLoop(20_000, () => session.prompt('hello'));
    const call = () => timeLoop(20_000, () => other.callHook('prompt', 'hello'));
    const inNextTurn = (time) => async () => {
      await delay(1);
      return time();
    };
    const findings = [
      { ...(await comparePairs('Map.get', LOOP_PAIRS, inNextTurn(concerns), inNextTurn(get))), atMost: 3 },
      { ...(await comparePairs('hookable', LOOP_PAIRS, inNextTurn(prompt), inNextTurn(call))), atMost: 1.1 },
    ];
    if (found > 0) throw new Error('an event concerned a hook');
    return findings;
  } finally {
    await hooks.close();
  }
}
