/** The runtime's own way of running a handler, against the ways that Node and execa have. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { comparePairs, LOOP_PAIRS, timeLoop } from '../measure.mjs';
import { callRuntime, environment, PAYLOAD } from './runtime-call.mjs';

/** Calls of one side in a pair, one after the other. */
const BATCH = 20;

export const spawnRows = [
  {
    id: 10,
    what: 'runtime call of an sh handler: timeout, caps, group',
    yardstick: 'raw `child_process.spawn`',
    target: '≤ 1.10',
    note: `both write 1 KB to a handler that reads it, collect both outputs and wait for their end; ${BATCH} calls a turn.`,
    measure: ({ folder }) => compareSpawns(folder, callRaw, 1.1),
  },
  {
    id: 11,
    what: 'runtime call of an sh handler: timeout, caps, group',
    yardstick: 'execa with timeout and maxBuffer',
    target: '≤ 0.75',
    measure: ({ folder }) => compareSpawns(folder, callExeca, 0.75),
  },
];

/** Reads its event as handlers do, line by line, and answers. */
function writeHandler(folder) {
  const script = path.join(folder, 'reads-event.sh');
  writeFileSync(script, "#!/bin/sh\nIFS= read -r event\nprintf '{}'\n", { mode: 0o755 });
  return ['/bin/sh', script];
}

async function compareSpawns(folder, yardstick, atMost) {
  const argv = writeHandler(folder);
  const theirs = () => timeLoop(BATCH, () => yardstick(argv, folder));
  const ours = () => timeLoop(BATCH, () => callRuntime(argv, folder));
  return [{ ...(await comparePairs('', LOOP_PAIRS, ours, theirs)), atMost }];
}

function callRaw([program, ...args], cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: environment, stdio: 'pipe' });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.stdin.on('error', () => {});
    child.stdin.end(PAYLOAD);
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`raw spawn ended with ${code}`))));
  });
}

async function callExeca([program, ...args], cwd) {
  const limits = { timeout: 30_000, maxBuffer: 1024 * 1024 };
  await execa(program, args, { cwd, env: environment, extendEnv: false, input: PAYLOAD, ...limits });
}
