/** Rows that wait for a part of the product. */
const NO_LIBRARY =
  'the library has no hooks in its own process, and none of its calls goes without a journal';

export const notYetRows = [
  {
    id: 18,
    what: 'event with no hook, library call',
    yardstick: 'Map.get miss; hookable',
    target: '≤ 3; ≤ 1.1',
    notYet: NO_LIBRARY,
  },
  {
    id: 19,
    what: 'one no-op in-process hook',
    yardstick: 'tapable; hookable; emittery',
    target: '≤ 1.1; ≤ 0.25; ≤ 0.15',
    notYet: NO_LIBRARY,
  },
];
