/**
 * An agent that sends many events, one after another: `node --expose-gc warm-host.mjs HOME PROJECT EVENTS`. Its only hook blocks with
 * the reason `LOADS PID`: how often its module was loaded, and in which process.
 *
 * Prints one JSON object: the times of the first and the last 1,000 events, and how much memory the agent and its handler gained. It runs
 * in its own process, so that the memory of the benchmark does not count.
 */
import { readFileSync } from 'node:fs';
import { createHooks } from '@hookmd/library';

const [home, project, count] = process.argv.slice(2);
const WARM_UP = 1000;
const WINDOW = 1000;
/** Events until the size of V8's heap is stable. It grows by about 20 MB. */
const SETTLED = 8000;
const environment = { PATH: process.env.PATH, HOME: home };
const payload = { tool_name: 'Bash', tool_input: { command: `echo ${'x'.repeat(850)}` } };

const hooks = await createHooks({ home, project, cwd: project, environment });
let reason = '';
const dispatch = async () => {
  const startedAt = performance.now();
  const { decision } = await hooks.dispatch('PreToolUse', payload);
  if (decision.decision !== 'block') throw new Error(`the hook did not block: ${JSON.stringify(decision)}`);
  reason = decision.reason;
  return performance.now() - startedAt;
};
for (let n = 0; n < WARM_UP; n += 1) await dispatch();
const [loads, pid] = reason.split(' ');
const times = new Float64Array(Number(count));
let before;
for (let n = 0; n < times.length; n += 1) {
  if (n === SETTLED) before = look();
  times[n] = await dispatch();
}
const after = await lookOften();
const [endLoads, endPid] = reason.split(' ');
await hooks.close();
const result = {
  first: percentiles(times.slice(0, WINDOW)),
  last: percentiles(times.slice(-WINDOW)),
  /** Bytes in its heap and Buffers that are still in use. */
  hostHoldsMore: after.held - before.held,
  hostGrewBy: after.host - before.host,
  handlerGrewBy: after.handler - before.handler,
  loads: [loads, endLoads],
  isOneProcess: pid === endPid,
};
console.log(JSON.stringify(result));

function look() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return { held: heapUsed + external, host: residentBytes(process.pid), handler: residentBytes(pid) };
}

/** Measures several times and returns the minimum, because V8 releases memory with a delay. */
async function lookOften() {
  const looks = [];
  for (let turn = 0; turn < 5; turn += 1) {
    for (let n = 0; n < WINDOW / 2; n += 1) await dispatch();
    looks.push(look());
  }
  const least = (key) => Math.min(...looks.map((one) => one[key]));
  return { held: least('held'), host: least('host'), handler: least('handler') };
}

function percentiles(some) {
  const sorted = [...some].sort((a, b) => a - b);
  return { median: sorted[WINDOW / 2], p95: sorted[Math.floor(WINDOW * 0.95)] };
}

/** In bytes. */
function residentBytes(pid) {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1]) * 1024;
}
