/**
 * Measures the speed of the product against yardsticks: `npm run bench -- [--write] [NUMBER …]`, all rows without a number.
 *
 * It prints a table and judges nothing: exit 0 whatever the figures, 1 where something it measures does not work.
 * `--write` keeps the table as `bench/RESULTS.md`. How to read a row, and what is fair, stands in `measure.mjs`.
 */
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeScratch } from '../examples/session/scratch.mjs';
import { machineFacts, versionFacts } from './facts.mjs';
import { rows } from './rows.mjs';
import { resultsPage, resultsTable } from './table.mjs';

const words = process.argv.slice(2);
const wanted = words.filter((word) => word !== '--write');
const unknown = wanted.filter((word) => !rows.some(({ id }) => String(id) === word));
if (unknown.length > 0) {
  console.error(
    `No row ${unknown.join(', ')}: there are ${rows.map(({ id }) => id).join(' ')}, and --write.`,
  );
  process.exit(2);
}

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'hookmd-bench-')));
process.on('exit', () => removeScratch(folder));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
// Whatever is loaded or started here: Node 20 takes nearly three times as long to start with the first of them.
for (const name of ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']) delete process.env[name];

const results = [];
for (const row of rows.filter(({ id }) => wanted.length === 0 || wanted.includes(String(id)))) {
  process.stderr.write(`${String(row.id).padStart(2)}  ${row.what} …\n`);
  results.push(await measureRow(row));
}
console.log(resultsTable(results));
console.log(`\n${machineFacts()}\n${versionFacts()}`);
if (words.includes('--write')) {
  writeFileSync(path.join(import.meta.dirname, 'RESULTS.md'), resultsPage(results));
}
process.exitCode = results.some(({ failure }) => failure !== undefined) ? 1 : 0;

async function measureRow(row) {
  if (row.notYet !== undefined) return { row, findings: [] };
  try {
    return { row, findings: await row.measure({ folder }) };
  } catch (error) {
    console.error(`    does not work: ${error.stack}`);
    return { row, findings: [], failure: error.message.split('\n')[0] };
  }
}
