/**
 * What is fair: A (ours) and B (the yardstick) in turn in one run, the order alternating from pair to pair, one pair
 * to warm up that does not count, and of all the ratios A/B the median. Times of one machine move with what else it
 * does; the two of a pair move together.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

export const PROCESS_PAIRS = 31;
export const LOOP_PAIRS = 21;
/** The kernel counts the time of children in hundredths of a second. */
const TICK_MS = 10;

/**
 * Runs `ours` and `theirs` in turn; each resolves to `{ wallMs, cpuMs }`. The result is one line of the table:
 * the median of the ratios with the extremes, the ratio of all CPU times, the median of either side.
 */
export async function comparePairs(label, pairCount, ours, theirs) {
  const pairs = [];
  for (let round = 0; round <= pairCount; round += 1) {
    const pair = {};
    const turns = [async () => (pair.ours = await ours()), async () => (pair.theirs = await theirs())];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    if (round > 0) pairs.push(pair);
  }
  const ratios = pairs.map((pair) => pair.ours.wallMs / pair.theirs.wallMs);
  const totalCpu = (side) => pairs.reduce((sum, pair) => sum + pair[side].cpuMs, 0);
  const cpuRatio = totalCpu('ours') / totalCpu('theirs');
  return {
    label,
    pairCount,
    ratio: median(ratios),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
    cpuRatio: Number.isFinite(cpuRatio) ? cpuRatio : null,
    oursMs: median(pairs.map((pair) => pair.ours.wallMs)),
    theirsMs: median(pairs.map((pair) => pair.theirs.wallMs)),
  };
}

/**
 * Starts a program by its path, waits for its end and throws where it fails. Its output goes to /dev/null, its
 * input comes from `stdinFile` or there; the environment is `env` and nothing else.
 */
export function timeProcess(argv, { cwd, env, stdinFile = '/dev/null' }) {
  const stdin = openSync(stdinFile, 'r');
  const cpuBefore = childCpuMs();
  const startedAt = performance.now();
  const { status, signal, error } = spawnSync(argv[0], argv.slice(1), {
    cwd,
    env,
    stdio: [stdin, 'ignore', 'ignore'],
  });
  const wallMs = performance.now() - startedAt;
  closeSync(stdin);
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status ?? signal}`);
  return { wallMs, cpuMs: childCpuMs() - cpuBefore };
}

/** Does `work` many times in this process, one after the other; the times are those of one. */
export async function timeLoop(times, work) {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  for (let turn = 0; turn < times; turn += 1) await work(turn);
  return perTurn(times, startedAt, cpuBefore);
}

/** The same for work of microseconds, beside which an `await` would count. */
export function timeTightLoop(times, work) {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  for (let turn = 0; turn < times; turn += 1) work(turn);
  return perTurn(times, startedAt, cpuBefore);
}

function perTurn(times, startedAt, cpuBefore) {
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs: wallMs / times, cpuMs: (user + system) / 1000 / times };
}

/** CPU time of all children that have ended; NaN where there is no /proc. */
function childCpuMs() {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
