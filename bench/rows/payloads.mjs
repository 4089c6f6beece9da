/** What a large payload costs the runtime itself. */

import { localHost } from '@hookmd/core/internal/dispatch/host';
import { executors } from '@hookmd/core/internal/executors/index';
import { openRuntime } from '@hookmd/core/internal/open-runtime';
import { decodeUtf8, readJsonDocument } from '@hookmd/core/internal/protocol/json-document';
import { claude } from '@hookmd/core/internal/wires/claude';
import { comparePairs, LOOP_PAIRS, timeLoop } from '../measure.mjs';
import { makeScene, placesOf } from '../scene.mjs';

const LINE = '  if (name === "x") { return "y\\n"; } // as code is: some characters have to be escaped\n';

export const payloadRows = [
  {
    id: 22,
    what: "1 MB payload, k hooks of the host's wire, unchanged",
    yardstick: 'one `JSON.parse` of it',
    target: '≤ 1.2 whatever k',
    note: 'from the bytes to the decision, the handlers left out: an executor that answers at once stands for them.',
    measure: async ({ folder }) => [await measureShare(folder, 1), await measureShare(folder, 8)],
  },
];

async function measureShare(folder, count) {
  const scene = makeScene(
    folder,
    `payload-${count}`,
    Array.from({ length: count }, (_, index) => ({
      name: `guard-${index}`,
      front: { events: ['PreToolUse'], protocol: 'claude' },
      isEnabled: true,
    })),
  );
  const hooks = await openRuntime({
    places: placesOf(scene),
    host: localHost(claude),
    environment: scene.env,
    cwd: scene.project,
  });
  const content = LINE.repeat(Math.ceil(2 ** 20 / LINE.length));
  const bytes = Buffer.from(
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'a', content },
    }),
  );
  const text = bytes.toString('utf8');

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
      await hooks.fire('PreToolUse', readJsonDocument(decodeUtf8(bytes)).value);
      if (asked !== count) throw new Error(`${asked} of ${count} hooks were asked`);
    };
    const ours = () => timeLoop(5, fire);
    const theirs = () => timeLoop(5, () => JSON.parse(text));
    return { ...(await comparePairs(`k=${count}`, LOOP_PAIRS, ours, theirs)), atMost: 1.2 };
  } finally {
    executors.command = real;
    hooks.close();
  }
}
