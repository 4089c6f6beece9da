/** The cost of a large payload, without handlers. */

import { executors } from '@hookmd/core/hook-types';
import { claude } from '@hookmd/core/protocols';
import { localHost, openRuntime } from '@hookmd/core/runtime';
import { decodeUtf8, readJsonDocument } from '@hookmd/core/text';
import { createHooks } from '@hookmd/library';
import { comparePairs, LOOP_PAIRS, timeLoop } from '../measure.mjs';
import { makeScene, placesOf } from '../scene.mjs';

const LINE = '  if (name === "x") { return "y\\n"; } // as code is: some characters have to be escaped\n';

const payload = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: 'a', content: LINE.repeat(Math.ceil(2 ** 20 / LINE.length)) },
};
const text = JSON.stringify(payload);
const bytes = Buffer.from(text);

export const payloadRows = [
  {
    id: 17,
    what: '1 MB payload, k hooks, unchanged',
    yardstick: 'one `JSON.parse` of it',
    target: '≤ 5 whatever k',
    note: 'from the bytes to the decision, without handlers: an executor that returns at once replaces them. `session` is a call through `createHooks`, whose input is already parsed.',
    measure: async ({ folder }) => [
      await measureShare(folder, 1),
      await measureShare(folder, 8),
      await measureSession(folder, 1),
      await measureSession(folder, 8),
    ],
  },
];

async function measureShare(folder, count) {
  const scene = guardedScene(folder, count);
  const hooks = await openRuntime({
    places: placesOf(scene),
    host: localHost(claude),
    environment: scene.env,
    cwd: scene.project,
  });
  const dispatch = () => hooks.dispatch('PreToolUse', readJsonDocument(decodeUtf8(bytes)).value);
  return measure(`k=${count}`, count, dispatch, hooks);
}

async function measureSession(folder, count) {
  const { home, project, env: environment } = guardedScene(folder, count);
  const hooks = await createHooks({ home, project, cwd: project, environment });
  const session = await hooks.session();
  const { tool_name: name, tool_input: input } = payload;
  return measure(`session k=${count}`, count, () => session.preToolUse({ name, input }), hooks);
}

const scenes = new Map();

function guardedScene(folder, count) {
  const name = `payload-${count}`;
  const guard = (index) => ({
    name: `guard-${index}`,
    front: { events: ['PreToolUse'], protocol: 'claude' },
    isEnabled: true,
  });
  if (!scenes.has(name))
    scenes.set(
      name,
      makeScene(
        folder,
        name,
        Array.from({ length: count }, (_, index) => guard(index)),
      ),
    );
  return scenes.get(name);
}

/** Measures with an executor that returns at once instead of starting processes. */
async function measure(label, count, dispatch, hooks) {
  const real = executors.command;
  let runs = 0;
  executors.command = {
    async run() {
      runs += 1;
      return { kind: 'ended', exitCode: 0, stdout: Buffer.alloc(0), stderr: '' };
    },
  };
  try {
    const turn = async () => {
      runs = 0;
      await dispatch();
      if (runs !== count) throw new Error(`${runs} of ${count} hooks ran`);
    };
    const ours = () => timeLoop(5, turn);
    const theirs = () => timeLoop(5, () => JSON.parse(text));
    return { ...(await comparePairs(label, LOOP_PAIRS, ours, theirs)), atMost: 5 };
  } finally {
    executors.command = real;
    hooks.close();
  }
}
