/** An event as an agent fires it: one process that reads a payload and answers. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { claude } from '@hookmd/core/protocols';
import { localHost, openRuntime } from '@hookmd/core/runtime';
import { comparePairs, LOOP_PAIRS, PROCESS_PAIRS, timeLoop, timeProcess } from '../measure.mjs';
import { CLI, hooks, makeScene, placesOf, runScene } from '../scene.mjs';

const NODE = process.execPath;

export const eventRows = [
  {
    id: 5,
    what: 'one-shot `hooks run`, 30 packages, one sh handler',
    yardstick: '`node -e 0`',
    target: '≤ 1.6',
    note: '`hooks run --agent claude-code`; ten of the others are asked for by matcher and turned away by `if`.',
    measure: ({ folder }) =>
      measureOneShot(folder, { tool_name: 'Bash', tool_input: { command: 'npm test' } }, ['asked'], 1.6),
  },
  {
    id: 6,
    what: 'one-shot `hooks run`, nothing matches',
    yardstick: '`node -e 0`',
    target: '≤ 1.35',
    note: 'the same 30 packages and a tool that no matcher and no condition names.',
    measure: ({ folder }) =>
      measureOneShot(folder, { tool_name: 'Read', tool_input: { file_path: 'a.ts' } }, [], 1.35),
  },
  {
    id: 21,
    what: '8 guards of 50 ms each, concurrency 4',
    yardstick: 'one guard of 50 ms',
    target: '≤ 2.6',
    note: '`sleep 0.05` in sh, through the library.',
    measure: measureGuards,
  },
];

async function measureOneShot(folder, call, ran, atMost) {
  const { home, project: cwd, env } = runScene(folder);
  const event = { hook_event_name: 'PreToolUse', session_id: 's', transcript_path: '/t', cwd, ...call };
  const stdinFile = path.join(folder, `event-${call.tool_name}.json`);
  writeFileSync(stdinFile, JSON.stringify(event));

  const decision = JSON.parse(
    hooks({ project: cwd, env }, ['run', 'PreToolUse', '--json', '--payload', stdinFile]),
  );
  const asked = decision.hooks.filter(({ outcome }) => outcome === 'success').map(({ name }) => name);
  if (asked.join() !== ran.join()) throw new Error(`asked ${asked.join() || 'none'}`);

  const argv = [NODE, CLI, 'run', '--agent', 'claude-code', '--home', home];
  const ours = () => timeProcess(argv, { cwd, env, stdinFile });
  const theirs = () => timeProcess([NODE, '-e', '0'], { cwd, env, stdinFile });
  return [{ ...(await comparePairs('', PROCESS_PAIRS, ours, theirs)), atMost }];
}

async function measureGuards({ folder }) {
  const eight = await openGuards(folder, 8);
  const one = await openGuards(folder, 1);
  try {
    const ours = () => timeLoop(1, () => fireGuards(eight, 8));
    const theirs = () => timeLoop(1, () => fireGuards(one, 1));
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

async function fireGuards(library, count) {
  const { decision } = await library.dispatch('PreToolUse', {
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  });
  const answered = decision.hooks.filter(({ outcome }) => outcome === 'success').length;
  if (answered !== count) throw new Error(`${answered} of ${count} guards answered`);
}
