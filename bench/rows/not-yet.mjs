/** Rows that wait for a part of the product. */
const NO_CLIENT = 'there is no resident runtime and no client yet';
const NO_LIBRARY =
  'the library has no hooks in its own process, and none of its calls goes without a journal';

export const notYetRows = [
  {
    id: 7,
    what: 'client + resident runtime, nothing matches',
    yardstick: 'a static C program that exits',
    target: '≤ 2.5',
    notYet: NO_CLIENT,
  },
  {
    id: 8,
    what: 'client + resident runtime, one sh handler',
    yardstick: 'the handler alone, posix_spawn',
    target: '≤ 4.0',
    notYet: NO_CLIENT,
  },
  {
    id: 9,
    what: 'client + resident runtime, one sh handler',
    yardstick: "lefthook's own binary, one sh script",
    target: '≤ 0.35',
    notYet: NO_CLIENT,
  },
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
  {
    id: 24,
    what: '100,000 events through the resident runtime',
    yardstick: 'the first 1,000 events',
    target: 'p95 ≤ 1.2, memory +20 MB',
    notYet: NO_CLIENT,
  },
];
