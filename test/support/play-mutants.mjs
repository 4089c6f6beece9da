/**
 * Plays tests against mutants, each a folder of modules with `mutant-tests.fixture.js`: reads their paths from standard
 * input, line by line, and answers each with the title of what failed, or with null where all held.
 */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const AT_ONCE = 24;
/** Longer than anything takes: what hangs has failed. */
const LIMIT_MS = 20_000;

/** What failed last is tried first: neighbours fall to the same test. */
let order = [];

process.on('unhandledRejection', () => {});

for await (const folder of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await firstFailure(folder))}\n`);
}
process.exit();

async function firstFailure(folder) {
  let tests;
  try {
    const { testsOf } = await import(pathToFileURL(`${folder}/mutant-tests.fixture.js`).href);
    tests = testsOf();
  } catch (error) {
    return `it does not load: ${error.message}`;
  }
  const rank = ({ title }) => (order.includes(title) ? order.indexOf(title) : order.length);
  const sorted = [...tests].sort((one, other) => rank(one) - rank(other));
  for (let size = 1; sorted.length > 0; size = Math.min(size * 2, AT_ONCE)) {
    const failed = await failureIn(sorted.splice(0, size));
    if (failed !== null) return failed;
  }
  return null;
}

/** The title of the first test that fails; the others of the batch are not waited for. */
async function failureIn(tests) {
  const failures = tests.map(async ({ title, run }) => {
    if (!(await holds(run))) throw title;
  });
  try {
    await Promise.all(failures);
    return null;
  } catch (failed) {
    order = [failed, ...order.filter((title) => title !== failed)];
    return failed;
  }
}

async function holds(run) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('it hangs')), LIMIT_MS);
  });
  try {
    await Promise.race([run(), limit]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
