/** What a large payload costs the runtime itself. */

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
    id: 22,
    what: "1 MB payload, k hooks of the host's wire, unchanged",
    yardstick: 'one `JSON.parse` of it',
    target: '≤ 1.2 whatever k',
    note: 'from the bytes to the decision, the handlers left out: an executor that answers at once stands for them. `tool` = a call of a conversation, whose input no longer has to be parsed.',
    measure: async ({ folder }) => [
      await measureShare(folder, 1),
      await measureShare(folder, 8),
      await measureConversation(folder, 1),
      await measureConversation(folder, 8),
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
  const fire = () => hooks.dispatch('PreToolUse', readJsonDocument(decodeUtf8(bytes)).value);
  return measure(`k=${count}`, count, fire, hooks);
}

async function measureConversation(folder, count) {
  const { home, project, env: environment } = guardedScene(folder, count);
  const hooks = await createHooks({ home, project, cwd: project, environment });
  const session = await hooks.session();
  const { tool_name: name, tool_input: input } = payload;
  return measure(`tool k=${count}`, count, () => session.preToolUse({ name, input }), hooks);
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

/** With an executor in place of processes that answers at once. */
async function measure(label, count, ask, hooks) {
  const real = executors.command;
  let asked = 0;
  executors.command = {
    async run() {
      asked += 1;
      return { kind: 'ended', exitCode: 0, stdout: Buffer.alloc(0), stderr: '' };
    },
  };
  try {
    const fire = async () => {
      asked = 0;
      await ask();
      if (asked !== count) throw new Error(`${asked} of ${count} hooks were asked`);
    };
    const ours = () => timeLoop(5, fire);
    const theirs = () => timeLoop(5, () => JSON.parse(text));
    return { ...(await comparePairs(label, LOOP_PAIRS, ours, theirs)), atMost: 1.2 };
  } finally {
    executors.command = real;
    hooks.close();
  }
}
