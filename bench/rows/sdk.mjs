/** A handler written with the SDK: in a process that is kept, and as a process of its own. */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WarmHandlers } from '@hookmd/core/hook-types';
import { buildHandler } from '@hookmd/sdk/build';
import * as esbuild from 'esbuild';
import { comparePairs, LOOP_PAIRS, PROCESS_PAIRS, timeLoop, timeProcess } from '../measure.mjs';

const WITH_SDK = `
import { defineHook } from '@hookmd/sdk';
export default defineHook({
  on: 'PreToolUse',
  run: (event, { block }) => (event.tool_input.command === 'rm' ? block('no') : undefined),
});
`;

/** What one writes without it. */
const WITHOUT = `
let text = '';
for await (const chunk of process.stdin) text += chunk;
const event = JSON.parse(text);
if (event.tool_input.command === 'rm') process.stdout.write(JSON.stringify({ decision: 'block', reason: 'no' }));
`;

/** Says back what it hears: the least that a process which is kept can do. */
const ECHO = "process.on('message', (message) => process.send(message));";
/** Calls of one side in a pair, one after the other. */
const BATCH = 200;
const SESSION = { PATH: '/usr/bin:/bin', HOOK_NAME: 'guard', HOOK_EVENT: 'PreToolUse', HOOK_OPTIONS: '{}' };

export const sdkRows = [
  {
    id: 14,
    what: 'warm TypeScript handler, 1 KB payload',
    yardstick: 'bare IPC echo of a forked process',
    target: '≤ 1.3',
    note: `both sides take one event of 1 KB and wait for its answer; ${BATCH} calls a turn.`,
    measure: measureWarm,
  },
  {
    id: 15,
    what: 'warm TypeScript handler, 1 KB payload',
    yardstick: 'raw spawn of `node handler.js`',
    target: '≤ 0.008',
    measure: measureWarmAgainstSpawn,
  },
  {
    id: 16,
    what: 'SDK handler, cold, whole process',
    yardstick: 'same handler, async stdin, no SDK',
    target: '≤ 0.80',
    note: 'ours is what `hooks build` makes; both are one file, and read their event from a file as the runtime gives it.',
    measure: measureCold,
  },
];

async function measureWarm({ folder }) {
  const script = path.join(folder, 'echo.cjs');
  writeFileSync(script, ECHO);
  const echo = fork(script);
  const message = eventOfOneKilobyte();
  const say = () =>
    new Promise((resolve) => {
      echo.once('message', resolve);
      echo.send(message);
    });
  try {
    return await withWarm(folder, async (ask) => {
      const pairs = [() => timeLoop(BATCH, ask), () => timeLoop(BATCH, say)];
      return [{ ...(await comparePairs('', LOOP_PAIRS, ...pairs)), atMost: 1.3 }];
    });
  } finally {
    echo.kill();
  }
}

async function measureWarmAgainstSpawn({ folder }) {
  const stdinFile = path.join(folder, 'warm-event.json');
  writeFileSync(stdinFile, JSON.stringify(eventOfOneKilobyte()));
  const plain = await bundle(folder, 'plain', WITHOUT);
  const spawn = async () => timeProcess([process.execPath, plain], { cwd: folder, env: SESSION, stdinFile });
  return withWarm(folder, async (ask) => {
    const warm = () => timeLoop(BATCH, ask);
    return [{ ...(await comparePairs('', LOOP_PAIRS, warm, spawn)), atMost: 0.008 }];
  });
}

/** One event after another to the same handler, as the runtime asks it. */
async function withWarm(folder, measure) {
  const file = await buildWithSdk(folder);
  const handlers = new WarmHandlers();
  const stdin = Buffer.from(JSON.stringify(eventOfOneKilobyte()));
  const { signal } = new AbortController();
  const owner = {};
  const ask = async () => {
    const argv = [process.execPath, file];
    const limits = { timeoutMs: 30_000, signal };
    const request = { argv, phase: 'guard', stdin, environment: SESSION, cwd: folder, owner, ...limits };
    const result = await handlers.run(request);
    if (result.kind !== 'ended') throw new Error(`the call failed: ${result.reason}`);
  };
  try {
    for (let n = 0; n < 1000; n += 1) await ask();
    return await measure(ask);
  } finally {
    await handlers.close();
  }
}

function eventOfOneKilobyte() {
  const tool = { tool_name: 'Bash', tool_input: { command: `echo ${'x'.repeat(850)}` } };
  return { hook_event_name: 'PreToolUse', session_id: 's', ...tool };
}

async function measureCold({ folder }) {
  const stdinFile = path.join(folder, 'sdk-event.json');
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
  writeFileSync(stdinFile, JSON.stringify(event));
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: folder };
  const [ours, theirs] = [await buildWithSdk(folder), await bundle(folder, 'without', WITHOUT)];
  const run = (file) => () => timeProcess([process.execPath, file], { cwd: folder, env, stdinFile });
  return [{ ...(await comparePairs('', PROCESS_PAIRS, run(ours), run(theirs))), atMost: 0.8 }];
}

/** As an approval does it. */
async function buildWithSdk(folder) {
  const dir = path.join(folder, 'package');
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, 'handler.ts'), WITH_SDK);
  const sdkDir = path.join(import.meta.dirname, '../../packages/cli/dist/sdk');
  const built = await buildHandler({ dir, file: 'handler.ts', protocol: 'hookmd' }, { sdkDir });
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  const file = path.join(folder, built.file);
  writeFileSync(file, built.code);
  return file;
}

async function bundle(folder, name, contents) {
  const outfile = path.join(folder, `${name}.mjs`);
  await esbuild.build({
    stdin: { contents, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    logLevel: 'error',
  });
  return outfile;
}
