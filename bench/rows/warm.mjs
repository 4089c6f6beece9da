/** A TypeScript handler whose process stays loaded. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createHooks } from '@hookmd/library';
import { comparePairs, LOOP_PAIRS, timeLoop, timeProcess } from '../measure.mjs';
import { makeScene, hooks as runHooks, writeTypedHook } from '../scene.mjs';

const EVENTS = 100_000;
const MAX_MEGABYTES = 20;
const MAX_MS = 0.31;
const HOST = path.join(import.meta.dirname, 'warm-host.mjs');
/** Calls of one side in a pair, one after another. */
const BATCH = 200;
const CALL = { name: 'Bash', input: { command: `echo ${'x'.repeat(850)}` } };

/** The same hook without HookMD. */
const PLAIN = `
let text = '';
for await (const chunk of process.stdin) text += chunk;
const event = JSON.parse(text);
if (event.tool_input.command === 'rm') process.stdout.write(JSON.stringify({ decision: 'block', reason: 'no' }));
`;

const BLOCKS_WITH_PID = `import { defineHook } from '@hookmd/sdk';
export default defineHook({ on: 'PreToolUse', run: (_event, h) => h.block(\`1 \${process.pid}\`) });
`;

export const warmRows = [
  {
    id: 7,
    what: 'warm TypeScript handler, whole dispatch',
    yardstick: 'raw spawn of `node handler.js`',
    target: `≤ 0.008, ≤ ${MAX_MS} ms`,
    note: `an event of 1 KB through \`createHooks\`, with limits, contract and event log; ${BATCH} calls a turn. The exchange with the process alone takes 0.1 ms.`,
    measure: measureWarm,
  },
  {
    id: 13,
    what: `${EVENTS.toLocaleString('en')} events to a warm TypeScript handler, p95`,
    yardstick: 'the first 1,000 after 1,000',
    target: `≤ 1.2, memory +${MAX_MEGABYTES} MB`,
    note: 'the last 1,000 events of one host against the first. There are no pairs, so the extremes are the ratios of the medians and of p95. V8 can use 2 MB for short-lived objects. Memory counts from the 9,000th event, when the size of the heap is stable.',
    measure: measureMany,
  },
];

async function measureWarm({ folder }) {
  const scene = sceneOf(folder, 'warm');
  const { home, project, env } = scene;
  const hooks = await createHooks({ home, project, cwd: project, environment: env });
  try {
    const session = await hooks.session();
    const dispatch = async () => {
      const { decisions } = await session.preToolUse(CALL);
      if (decisions[0]?.hooks[0]?.outcome !== 'success') throw new Error('the hook did not run');
    };
    for (let count = 0; count < 1000; count += 1) await dispatch();
    const plain = path.join(folder, 'plain.mjs');
    writeFileSync(plain, PLAIN);
    const stdinFile = path.join(folder, 'warm-event.json');
    writeFileSync(
      stdinFile,
      JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: CALL.input }),
    );
    const theirs = async () => timeProcess([process.execPath, plain], { cwd: project, env, stdinFile });
    const finding = await comparePairs('', LOOP_PAIRS, () => timeLoop(BATCH, dispatch), theirs);
    return [{ ...finding, atMost: 0.008, isBroken: finding.oursMs > MAX_MS }];
  } finally {
    await hooks.close();
  }
}

async function measureMany({ folder }) {
  const { env, home, project } = sceneOf(folder, 'many-events', BLOCKS_WITH_PID);
  const flags = ['--expose-gc', '--max-semi-space-size=2'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, HOST, home, project, String(EVENTS)],
    { env },
  );
  const { first, last, hostGrewBy, handlerGrewBy } = JSON.parse(stdout);
  const ratios = [last.median / first.median, last.p95 / first.p95];
  const grown = [hostGrewBy, handlerGrewBy].map((bytes) => Math.round(bytes / 1024 / 1024));
  return [
    {
      label: '',
      also: `(${signed(grown[0])} MB host, ${signed(grown[1])} MB handler)`,
      pairCount: 1,
      ratio: ratios[1],
      low: Math.min(...ratios),
      high: Math.max(...ratios),
      cpuRatio: null,
      oursMs: last.p95,
      theirsMs: first.p95,
      atMost: 1.2,
      isBroken: Math.max(...grown) > MAX_MEGABYTES,
    },
  ];
}

/** One enabled hook in TypeScript. */
function sceneOf(folder, name, source) {
  const scene = makeScene(folder, name, []);
  writeTypedHook(scene, 'guard', source);
  runHooks(scene, ['enable', 'guard', '--yes']);
  return scene;
}

/** Formats a number with its sign, including a plus. */
function signed(number) {
  return number < 0 ? String(number) : `+${number}`;
}
