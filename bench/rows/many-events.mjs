/** A hundred thousand events of one agent, answered by one process of a TypeScript handler. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { hooks, makeScene } from '../scene.mjs';

const EVENTS = 100_000;
const MOST_MEGABYTES = 20;
const HOST = path.join(import.meta.dirname, 'many-events-host.mjs');
const SOURCE = `import { defineHook } from '@hookmd/sdk';
export default defineHook({ on: 'PreToolUse', run: (_event, h) => h.block(\`1 \${process.pid}\`) });
`;

export const manyEventsRows = [
  {
    id: 25,
    what: `${EVENTS.toLocaleString('en')} events to a warm TypeScript handler, p95`,
    yardstick: 'the first 1,000 after 1,000',
    target: `≤ 1.2, memory +${MOST_MEGABYTES} MB`,
    note: 'the last thousand events of one host against the first; no pairs, so its extremes are those of the medians and of p95. V8 may take 2 MB for what soon dies; memory counts from the 9,000th event, when its heap has found its size.',
    measure,
  },
];

/** With its sign, also where it is a plus. */
function signed(number) {
  return number < 0 ? String(number) : `+${number}`;
}

async function measure({ folder }) {
  const { env, home, project } = makeScene(folder, 'many-events', []);
  const dir = path.join(home, '.hookmd/hooks/answers');
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, 'HOOK.md'), '---\nevents: [PreToolUse]\n---\n');
  writeFileSync(path.join(dir, 'handler.ts'), SOURCE);
  hooks({ project, env }, ['enable', 'answers', '--yes']);
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
      isBroken: Math.max(...grown) > MOST_MEGABYTES,
    },
  ];
}
