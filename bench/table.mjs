/** The table, for a terminal and for bench/RESULTS.md alike. */
import { machineFacts, versionFacts } from './facts.mjs';

const HEAD = [
  '#',
  'what',
  'yardstick, same run',
  'target',
  'now',
  'min–max, pairs',
  'CPU',
  'ours / yardstick',
];

/** One line a finding; a row without any says why. */
export function resultsTable(results) {
  const lines = results.flatMap(linesOf);
  const widths = HEAD.map((_, column) => Math.max(3, ...[HEAD, ...lines].map((line) => line[column].length)));
  const format = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [format(HEAD), format(widths.map((width) => '-'.repeat(width))), ...lines.map(format)].join('\n');
}

export function resultsPage(results) {
  const notYet = results.filter(({ row }) => row.notYet !== undefined);
  const notes = results.filter(({ row }) => row.note !== undefined);
  return `${[
    '# How fast it is',
    '',
    `The last run of \`npm run bench -- --write\`, ${new Date().toISOString().slice(0, 10)}. Nothing checks these figures.`,
    '',
    `- ${machineFacts()}`,
    `- ${versionFacts()}`,
    '',
    resultsTable(results),
    '',
    '`now` is the median of the ratios of all pairs, ✓ or ✗ whether it reaches the target; `CPU` the ratio of CPU times, of',
    'the started processes or of this one; the last column the median of either side. Output of measured processes goes to',
    '/dev/null. Processes have an environment of PATH and HOME alone: `NODE_EXTRA_CA_CERTS` and `NODE_OPTIONS` are unset.',
    'Programs are started by their own path, without a shim.',
    '',
    ...notes.map(({ row }) => `- Row ${row.id}: ${row.note}`),
    ...(notYet.length === 0 ? [] : ['', 'Not yet:', '']),
    ...notYet.map(({ row }) => `- Row ${row.id}: ${row.notYet}`),
  ].join('\n')}\n`;
}

function linesOf({ row, findings, failure }) {
  const what = [String(row.id), row.what, row.yardstick, row.target];
  if (failure !== undefined) return [[...what, `does not work: ${failure}`, '', '', '']];
  if (row.notYet !== undefined) return [[...what, 'not yet', '', '', '']];
  return findings.map((finding, index) => [
    ...(index === 0 ? what : [what[0], '', '', '']),
    [finding.label, `${formatRatio(finding.ratio)} ${isReached(finding) ? '✓' : '✗'}`, finding.also]
      .filter(Boolean)
      .join(' '),
    `${formatRatio(finding.low)}–${formatRatio(finding.high)}, ${finding.pairCount}`,
    finding.cpuRatio === null ? '' : formatRatio(finding.cpuRatio),
    finding.oursMs === null ? '' : `${formatTime(finding.oursMs)} / ${formatTime(finding.theirsMs)}`,
  ]);
}

function isReached({ ratio, atMost, isBroken = false }) {
  return ratio <= atMost && !isBroken;
}

function formatRatio(ratio) {
  return ratio >= 0.1 ? ratio.toFixed(2) : ratio.toFixed(4);
}

function formatTime(ms) {
  if (ms >= 0.1) return `${ms.toFixed(ms >= 10 ? 1 : 2)} ms`;
  return `${(ms * 1000).toFixed(ms >= 0.01 ? 0 : 2)} µs`;
}
