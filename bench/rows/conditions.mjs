/** Conditions of many hooks on one event. */
import { evaluateCondition, parseCondition, viewTool } from '@hookmd/core/matching';
import picomatch from 'picomatch';
import { comparePairs, LOOP_PAIRS, timeTightLoop } from '../measure.mjs';

const COUNT = 1000;

export const conditionRows = [
  {
    id: 18,
    what: '1,000 `if` conditions, none matching',
    yardstick: 'precompiled picomatch loop',
    target: '≤ 1.5',
    measure: measureConditions,
  },
];

async function measureConditions() {
  const globs = Array.from({ length: COUNT }, (_, index) => `src/area-${index}/**/*.{ts,tsx}`);
  // As in the hook index, which is a file.
  const conditions = JSON.parse(JSON.stringify(globs.map((glob) => parseCondition(`Edit(${glob})`))));
  const matchers = globs.map((glob) => picomatch(glob));
  const paths = Array.from({ length: 50 }, (_, index) => `src/parser/tokens/rule-${index}.ts`);

  const evaluateAll = (file) => {
    // A new call each time, so that nothing is cached from the last one.
    const input = { file_path: `/project/${file}`, old_string: 'a', new_string: 'b' };
    const call = {
      toolName: 'Edit',
      view: viewTool('Edit', 'Edit', input),
      input,
      cwd: '/project',
      home: '/home/u',
    };
    return conditions.filter((condition) => evaluateCondition(condition, call)).length;
  };
  const matchAll = (file) => matchers.filter((matches) => matches(file)).length;
  if (evaluateAll('src/area-7/deep/a.ts') !== 1 || matchAll('src/area-7/deep/a.ts') !== 1) {
    throw new Error('a path that must match one glob does not');
  }
  const each = (work) => () => timeTightLoop(200, (turn) => work(paths[turn % paths.length]));
  return [{ ...(await comparePairs('', LOOP_PAIRS, each(evaluateAll), each(matchAll))), atMost: 1.5 }];
}
