/** Commands that you type: `hooks --version` and `hooks list`. */
import { comparePairs, PROCESS_PAIRS, timeProcess } from '../measure.mjs';
import { CLI, hooks, makeScene } from '../scene.mjs';

const NODE = process.execPath;
const ENABLED = 30;
const EVENTS = ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart'];

export const listRows = [
  {
    id: 10,
    what: '`hooks --version`; `hooks list` with 100 packages',
    yardstick: '`node -e 0`',
    target: '≤ 1.2; ≤ 3.0',
    note: 'of `list`, 40 ms are compiling and evaluating its JavaScript (see row 9), 11 ms the check of each package for changes.',
    measure: async ({ folder }) => [
      await compareToEmptyNode('--version', makeScene(folder, 'version', []), 1.2),
      await compareToEmptyNode('list', listScene(folder, 100), 3),
    ],
  },
];

async function compareToEmptyNode(argument, { project: cwd, env }, atMost) {
  const ours = () => timeProcess([NODE, CLI, argument], { cwd, env });
  const theirs = () => timeProcess([NODE, '-e', '0'], { cwd, env });
  return { ...(await comparePairs(argument, PROCESS_PAIRS, ours, theirs)), atMost };
}

function listScene(folder, count) {
  const packages = Array.from({ length: count }, (_, index) => ({
    name: `package-${String(index).padStart(4, '0')}`,
    front: { events: [EVENTS[index % EVENTS.length]] },
    isEnabled: index < ENABLED,
  }));
  const scene = makeScene(folder, `list-${count}`, packages);
  // Lists the packages once before the measurement.
  if (!hooks(scene, ['list']).includes(`${ENABLED} ready`)) throw new Error('the packages are not ready');
  return scene;
}
