/** How fast HookMD ends a handler at its timeout, and whether any of its processes survive. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { executors } from '@hookmd/core/hook-types';
import { comparePairs, LOOP_PAIRS } from '../measure.mjs';

const TIMEOUT_MS = 100;
const MARK = `HOOKMD_BENCH=${process.pid}-${Date.now()}`;
const environment = { PATH: '/usr/bin:/bin', [MARK.split('=')[0]]: MARK.split('=')[1] };
/** Two children in the background, and a parent that waits for them. */
const TREE = 'sleep 300 & sleep 301 & wait';

export const killRows = [
  {
    id: 11,
    what: 'timeout of a process tree: kill to settled',
    yardstick: 'single child: kill to exit',
    target: '≤ 2.5, 0 survivors',
    note: 'measured from the first signal: a shell with two children in the background against one `sleep`. HookMD checks all other processes after it has returned the result.',
    measure: measureTree,
  },
];

async function measureTree({ folder }) {
  const finding = await comparePairs(
    '',
    LOOP_PAIRS,
    () => timeOutTree(folder),
    () => killSingle(folder),
  );
  const survivors = countMarked();
  const also = survivors === null ? '' : `${survivors} survivors`;
  return [{ ...finding, also, atMost: 2.5, isBroken: survivors > 0 }];
}

async function timeOutTree(cwd) {
  const realKill = process.kill;
  let killedAt = null;
  process.kill = (...target) => {
    killedAt ??= performance.now();
    return realKill.apply(process, target);
  };
  try {
    const { cause } = await executors.command.run({
      argv: ['/bin/sh', '-c', TREE],
      cwd,
      environment,
      stdin: Buffer.alloc(0),
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
    });
    if (cause !== 'TIMEOUT') throw new Error(`it ended by ${cause}, not by the timeout`);
    return { wallMs: performance.now() - killedAt, cpuMs: Number.NaN };
  } finally {
    process.kill = realKill;
  }
}

async function killSingle(cwd) {
  const child = spawn('/bin/sleep', ['300'], { cwd, env: environment, stdio: 'pipe' });
  await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  const exited = once(child, 'exit');
  const killedAt = performance.now();
  child.kill('SIGTERM');
  await exited;
  return { wallMs: performance.now() - killedAt, cpuMs: Number.NaN };
}

/** Counts the processes with the mark in their environment; null = this system has no /proc. */
function countMarked() {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.filter((pid) => environmentOf(pid).includes(MARK)).length;
  } catch {
    return null;
  }
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return ''; // gone
  }
}
