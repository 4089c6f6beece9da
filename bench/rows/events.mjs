/** An event without a daemon: one process that reads a payload and prints the decision. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { claude } from '@hookmd/core/protocols';
import { localHost, openRuntime } from '@hookmd/core/runtime';
import { comparePairs, LOOP_PAIRS, PROCESS_PAIRS, timeLoop, timeProcess } from '../measure.mjs';
import { CLI, hooks, makeScene, placesOf, runScene, writeTypedHook } from '../scene.mjs';

const NODE = process.execPath;

export const eventRows = [
  {
    id: 8,
    what: 'first event: no daemon, 10 TypeScript handlers',
    yardstick: '`node -e 0`',
    target: '≤ 4.0',
    note: '`hooks run --agent claude-code`. Each package has its own process, and ten starts of Node on two cores alone take five times the yardstick.',
    measure: ({ folder }) => measureFirstEvent(folder, 10, 4),
  },
  {
    id: 9,
    what: 'one-shot `hooks run`, 30 packages, one sh handler',
    yardstick: '`node -e 0`',
    target: '≤ 2.2',
    note: '`hooks run --agent claude-code`; `if` skips ten of the other hooks, a matcher ten more, and nine have another event. Compiling 320 kB of JavaScript takes 22 ms: Node 20 does not cache compiled code, and neither does HookMD (decision 0056).',
    measure: ({ folder }) => compareToEmptyNode(folder, runScene(folder), ['matches'], 2.2),
  },
  {
    id: 12,
    what: '8 guards of 50 ms each, concurrency 4',
    yardstick: 'one guard of 50 ms',
    target: '≤ 2.6',
    note: '`sleep 0.05` in sh, through the library.',
    measure: measureGuards,
  },
];

function measureFirstEvent(folder, count, atMost) {
  const names = Array.from({ length: count }, (_, index) => `typed-${index}`);
  const scene = makeScene(folder, 'first-event', []);
  for (const name of names) writeTypedHook(scene, name);
  hooks(scene, ['enable', ...names, '--yes']);
  return compareToEmptyNode(folder, scene, names, atMost);
}

/** One event of a Bash call, which these hooks run for. */
async function compareToEmptyNode(folder, { home, project: cwd, env }, names, atMost) {
  const call = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
  const event = { hook_event_name: 'PreToolUse', session_id: 's', transcript_path: '/t', cwd, ...call };
  const stdinFile = path.join(folder, 'event.json');
  writeFileSync(stdinFile, JSON.stringify(event));

  const decision = JSON.parse(
    hooks({ project: cwd, env }, ['run', 'PreToolUse', '--json', '--payload', stdinFile]),
  );
  const ran = decision.hooks.filter(({ outcome }) => outcome === 'success').map(({ name }) => name);
  if (ran.sort().join() !== names.join()) throw new Error(`${ran.join() || 'none'} ran`);

  const argv = [NODE, CLI, 'run', '--agent', 'claude-code', '--home', home];
  const ours = () => timeProcess(argv, { cwd, env, stdinFile });
  const theirs = () => timeProcess([NODE, '-e', '0'], { cwd, env, stdinFile });
  return [{ ...(await comparePairs('', PROCESS_PAIRS, ours, theirs)), atMost }];
}

async function measureGuards({ folder }) {
  const eight = await openGuards(folder, 8);
  const one = await openGuards(folder, 1);
  try {
    const ours = () => timeLoop(1, () => dispatchGuards(eight, 8));
    const theirs = () => timeLoop(1, () => dispatchGuards(one, 1));
    return [{ ...(await comparePairs('', LOOP_PAIRS, ours, theirs)), atMost: 2.6 }];
  } finally {
    eight.close();
    one.close();
  }
}

function openGuards(folder, count) {
  const guards = Array.from({ length: count }, (_, index) => ({
    name: `guard-${index}`,
    front: { events: ['PreToolUse'] },
    script: 'sleep 0.05',
    isEnabled: true,
  }));
  const place = makeScene(folder, `guards-${count}`, guards);
  return openRuntime({
    places: placesOf(place),
    host: localHost(claude),
    environment: place.env,
    cwd: place.project,
  });
}

async function dispatchGuards(library, count) {
  const { decision } = await library.dispatch('PreToolUse', {
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  });
  const ran = decision.hooks.filter(({ outcome }) => outcome === 'success').length;
  if (ran !== count) throw new Error(`${ran} of ${count} guards ran`);
}
