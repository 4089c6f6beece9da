/** Commands that a person types: start-up, and the list of packages. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { comparePairs, PROCESS_PAIRS, timeProcess } from '../measure.mjs';
import { CLI, hooks, makeScene } from '../scene.mjs';

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
        rmSync(path.join(scene.state, 'index'), { recursive: true, force: true });
      };
      return [await compareToEmptyNode(scene, ['list'], 4.5, forget)];
    },
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
  if (!hooks(scene, ['list']).includes(`${ENABLED} ready`)) throw new Error('the packages are not ready');
  return scene;
}
