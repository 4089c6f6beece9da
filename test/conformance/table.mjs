/**
 * Prints the rows of the specification and where they stand: `node test/conformance/table.mjs`.
 *
 * `pass` = the row has cases in the suite (which proves them); cases and rows that cannot hold yet are `pending`, with
 * the issue that brings them. Exit 1 where a row of the specification is missing.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const folder = import.meta.dirname;
const { rows, sections, rowIds } = await load(`
  export { rows } from './rows.ts';
  export { rowIds, sections } from './ids.ts';
`);
const all = Object.values(rows).flat();
const width = Math.max(60, Math.min(process.stdout.columns || 140, 200));

for (const { prefix, title } of sections) {
  const mine = rows[prefix] ?? [];
  console.log(`\n${title}  ${summary(mine)}\n`);
  for (const row of mine)
    console.log(cut(`  ${row.id.padEnd(5)} ${statusOf(row).padEnd(9)} ${casesOf(row)} ${row.says}`));
  for (const [issue, ids] of pendingOf(mine))
    console.log(cut(`        waits for "${issue}": ${ids.join(' ')}`));
}

const missing = rowIds.filter((id) => !all.some((row) => row.id === id));
console.log(`\n${all.length} rows: ${summary(all)}`);
if (missing.length > 0) {
  console.log(`missing: ${missing.join(' ')}`);
  process.exitCode = 1;
}

function statusOf({ cases = [], excluded }) {
  if (cases.some(isPassing)) return 'pass';
  return excluded === undefined ? 'pending' : 'excluded';
}

function summary(some) {
  const count = (status) => some.filter((row) => statusOf(row) === status).length;
  const cases = some.flatMap(({ cases = [] }) => cases);
  const waiting = cases.filter((one) => !isPassing(one)).length;
  const counts = ['pass', 'pending', 'excluded'].map((status) => `${count(status)} ${status}`).join(', ');
  return `${counts} · ${cases.length - waiting} cases${waiting > 0 ? `, ${waiting} more pending` : ''}`;
}

function casesOf({ cases = [] }) {
  const passing = cases.filter(isPassing).length;
  const waiting = cases.length - passing;
  return `${passing || '–'}${waiting > 0 ? ` +${waiting}` : ''}`.padEnd(6);
}

/** The rows that wait for each issue, whole or in part. */
function pendingOf(some) {
  const byIssue = new Map();
  for (const { id, pending, cases = [] } of some) {
    const titles = [pending, ...cases.map((one) => one.pending)].filter((title) => title !== undefined);
    for (const title of new Set(titles)) byIssue.set(title, [...(byIssue.get(title) ?? []), id]);
  }
  return byIssue;
}

function isPassing(one) {
  return one.pending === undefined;
}

function cut(line) {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** The rows are TypeScript data, and what proves them is not loaded. */
async function load(contents) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: folder, sourcefile: 'table-entry.ts', loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    absWorkingDir: path.dirname(path.dirname(folder)),
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(`${folder}/rows.ts`).href) },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}
