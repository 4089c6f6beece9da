/** Conditions of many hooks on one event. */
import { ConditionIndex, parseCondition, viewTool } from '@hookmd/core/matching';
import picomatch from 'picomatch';
import { comparePairs, LOOP_PAIRS, timeTightLoop } from '../measure.mjs';

const COUNT = 1000;

export const conditionRows = [
  {
    id: 20,
    what: '1,000 glob conditions, none matching',
    yardstick: 'precompiled picomatch loop',
    target: '≤ 0.05',
    note: 'as in a process that stays; the first event of a set looks at one after another, for some 0.2 of the yardstick.',
    measure: measureConditions,
  },
];

async function measureConditions() {
  const globs = Array.from({ length: COUNT }, (_, index) => `src/area-${index}/**/*.{ts,tsx}`);
  // As the active set has them: they come out of a file.
  const conditions = JSON.parse(JSON.stringify(globs.map((glob) => parseCondition(`Edit(${glob})`))));
  const index = new ConditionIndex(conditions);
  const matchers = globs.map((glob) => picomatch(glob));
  const paths = Array.from({ length: 50 }, (_, index) => `src/parser/tokens/rule-${index}.ts`);

  const judgeAll = (file) => {
    // A call of its own each time: what is known of the last one is not asked of the next.
    const input = { file_path: `/project/${file}`, old_string: 'a', new_string: 'b' };
    const call = {
      toolName: 'Edit',
      view: viewTool('Edit', 'Edit', input),
      input,
      cwd: '/project',
      home: '/home/u',
    };
    return index.choose(call).length;
  };
  const matchAll = (file) => matchers.filter((matches) => matches(file)).length;
  if (judgeAll('src/area-7/deep/a.ts') !== 1 || matchAll('src/area-7/deep/a.ts') !== 1) {
    throw new Error('a path that matches one glob does not match one');
  }
  const each = (work) => () => timeTightLoop(200, (turn) => work(paths[turn % paths.length]));
  return [{ ...(await comparePairs('', LOOP_PAIRS, each(judgeAll), each(matchAll))), atMost: 0.05 }];
}
