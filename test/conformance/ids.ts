/** The sections of the specification and how many rows each has: every one of them must be somewhere here. */
export const sections = [
  { prefix: 'A', title: 'Package and manifest', rows: 18 },
  { prefix: 'B', title: 'Discovery and precedence', rows: 20 },
  { prefix: 'C', title: 'Enable, disable, eligibility', rows: 10 },
  { prefix: 'D', title: 'Events', rows: 42 },
  { prefix: 'E', title: 'Payloads', rows: 18 },
  { prefix: 'F', title: 'Command-hook protocol by protocol', rows: 16 },
  { prefix: 'G', title: 'Results and modification', rows: 31 },
  { prefix: 'H', title: 'Merge and order', rows: 21 },
  { prefix: 'I', title: 'Conditions', rows: 13 },
  { prefix: 'J', title: 'Modes', rows: 13 },
  { prefix: 'K-', title: 'Async, once, timeouts', rows: 15 },
  { prefix: 'L', title: 'Errors, isolation, security', rows: 21 },
  { prefix: 'M-', title: 'CLI', rows: 12 },
  { prefix: 'N', title: 'SDK, built-ins, compaction', rows: 11 },
  { prefix: 'O', title: 'Observability and docs', rows: 7 },
  { prefix: 'X', title: 'Contradictions and their resolutions', rows: 23 },
  { prefix: 'FO', title: 'Hooks in the forms of other agents', rows: 6 },
  { prefix: 'KT', title: 'What the tests of Kodelet assert', rows: 29 },
] as const;

/** Their cases call the command again and again: they are played with the long suites, in `test/long`. */
export const longSections: readonly string[] = [
  'A',
  'B',
  'C',
  'D',
  'F',
  'G',
  'H',
  'J',
  'K-',
  'L',
  'M-',
  'N',
  'O',
  'X',
  'FO',
  'KT',
];

export type Section = (typeof sections)[number];
export type RowId = `${Section['prefix']}${number}`;

export const rowIds: readonly RowId[] = sections.flatMap(({ prefix, rows }) =>
  Array.from({ length: rows }, (_, index): RowId => `${prefix}${index + 1}`),
);
