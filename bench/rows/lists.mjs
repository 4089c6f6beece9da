/** Commands that a person types: start-up, and the list of packages. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { comparePairs, LOOP_PAIRS, PROCESS_PAIRS, timeLoop, timeProcess } from '../measure.mjs';
import { CLI, listUntilKept, makeScene, placesOf } from '../scene.mjs';

const NODE = process.execPath;
const ENABLED = 30;
const EVENTS = ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart'];

export const listRows = [
  {
    id: 1,
    what: '`hooks --version`',
    yardstick: '`node -e 0`',
    target: '≤ 1.10',
    async measure({ folder }) {
      const scene = makeScene(folder, 'version', []);
      return [await compareToEmptyNode(scene, ['--version'], 1.1)];
    },
  },
  {
    id: 2,
    what: '`hooks list`, 100 packages, index fresh',
    yardstick: '`node -e 0`',
    target: '≤ 1.25',
    measure: ({ folder }) => measureFreshList(folder, 100, 1.25),
  },
  {
    id: 3,
    what: '`hooks list`, 1,000 packages, index fresh',
    yardstick: '`node -e 0`',
    target: '≤ 2.0',
    measure: ({ folder }) => measureFreshList(folder, 1000, 2),
  },
  {
    id: 4,
    what: '`hooks list`, 100 packages, no index',
    yardstick: '`node -e 0`',
    target: '≤ 4.5',
    async measure({ folder }) {
      const scene = listScene(folder, 100);
      const forget = () => {
        for (const name of ['index', 'overview'])
          rmSync(path.join(scene.state, name), { recursive: true, force: true });
      };
      return [await compareToEmptyNode(scene, ['list'], 4.5, forget)];
    },
  },
  {
    id: 17,
    what: "`list`'s discovery of 1,000 packages, index fresh",
    yardstick: 'readdir + stat of each HOOK.md',
    target: '≤ 2.5',
    note: 'ours reads what is kept, looks at the folder and at both files of each package, and at the state.',
    measure: measureDiscovery,
  },
];

async function measureFreshList(folder, count, atMost) {
  return [await compareToEmptyNode(listScene(folder, count), ['list'], atMost)];
}

/** `before` is not measured. */
async function compareToEmptyNode({ project: cwd, env }, words, atMost, before = () => {}) {
  const ours = () => {
    before();
    return timeProcess([NODE, CLI, ...words], { cwd, env });
  };
  const theirs = () => timeProcess([NODE, '-e', '0'], { cwd, env });
  return { ...(await comparePairs('', PROCESS_PAIRS, ours, theirs)), atMost };
}

async function measureDiscovery({ folder }) {
  const scene = listScene(folder, 1000);
  const overviewOf = await loadOverview(folder);
  const context = { environment: scene.env };
  const root = path.join(scene.home, '.hookmd/hooks');
  const ours = () => timeLoop(5, async () => overviewOf(context, placesOf(scene)));
  const theirs = () =>
    timeLoop(5, () => {
      for (const name of readdirSync(root)) statSync(`${root}/${name}/HOOK.md`);
    });
  const { rows } = await overviewOf(context, placesOf(scene));
  if (rows.length < 1000) throw new Error(`the kept overview has ${rows.length} packages`);
  return [{ ...(await comparePairs('', LOOP_PAIRS, ours, theirs)), atMost: 2.5 }];
}

/** The command line exports nothing: what `list` calls is bundled from its source. A full look would fail. */
async function loadOverview(folder) {
  const outfile = path.join(folder, 'overview.mjs');
  await esbuild.build({
    entryPoints: [path.resolve(import.meta.dirname, '../../packages/cli/src/overview.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['hookmd-source'],
    external: ['*/make-overview.ts'],
    logLevel: 'error',
  });
  const { overviewOf } = await import(pathToFileURL(outfile).href);
  return overviewOf;
}

const scenes = new Map();

/** Three rows list the same packages. */
function listScene(folder, count) {
  if (!scenes.has(count)) {
    const packages = Array.from({ length: count }, (_, index) => ({
      name: `package-${String(index).padStart(4, '0')}`,
      front: { events: [EVENTS[index % EVENTS.length]] },
      isEnabled: index < ENABLED,
    }));
    scenes.set(count, makeScene(folder, `list-${count}`, packages));
  }
  const scene = scenes.get(count);
  // Each row finds it fresh, whatever the one before did.
  if (!listUntilKept(scene).includes(`${ENABLED} ready`)) throw new Error('the packages are not ready');
  return scene;
}
