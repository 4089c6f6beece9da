/**
 * Says how a vitest run went, as `passed failed`: `node scripts/count-tests.mjs REPORT EXIT-STATUS`.
 *
 * A skipped test counts as failed unless test/allowed-skips.txt has its title on a line of its own (`#` begins a
 * comment). A run that ended badly without a failed test, or had no test at all, counts as one failure.
 */
import { existsSync, readFileSync } from 'node:fs';

const [report, status] = process.argv.slice(2);
const allowed = new Set(linesOf('test/allowed-skips.txt'));
let passed = 0;
const failures = [];

for (const file of existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []) {
  if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')) {
    failures.push(`not run: ${file.name}`);
  }
  for (const test of file.assertionResults) {
    const isAllowed = allowed.has(test.title) || allowed.has(test.fullName);
    if (test.status === 'passed') passed++;
    else if (test.status === 'failed') failures.push(`failed: ${test.fullName}`);
    else if (!isAllowed) failures.push(`${test.status}, and not in test/allowed-skips.txt: ${test.fullName}`);
  }
}
if (failures.length === 0 && (status !== '0' || passed === 0)) {
  failures.push(`vitest ended with status ${status} after ${passed} passed tests`);
}

for (const failure of failures) console.error(failure);
console.log(`${passed} ${failures.length}`);

function linesOf(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}
