/** The cost of running a handler in its own namespaces. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { executors } from '@hookmd/core/hook-types';
import { findIsolation } from '@hookmd/core/system';
import { comparePairs, PROCESS_PAIRS, timeLoop } from '../measure.mjs';

const MOST_MS = 25;
/** Where the tests install bubblewrap (test/support/bubblewrap.ts). */
const OF_TESTS = path.resolve(import.meta.dirname, '../../node_modules/.cache/bubblewrap/usr/bin');
const backend = findIsolation(OF_TESTS);
const NEEDS = ['--unshare-all', '--unshare-user', '--disable-userns', '--ro-bind', '/', '/', 'true'];
const WORKS = 'path' in backend && spawnSync(backend.path, NEEDS).status === 0;

export const isolationRows = [
  {
    id: 15,
    what: 'sh handler in bubblewrap',
    yardstick: 'the same, not isolated',
    target: `p95 of the difference ≤ ${MOST_MS} ms`,
    note: 'a pair is one call of each. Most of the difference is the mounts of bubblewrap.',
    measure: measureIsolated,
    ...(WORKS
      ? {}
      : { notYet: 'it needs bubblewrap 0.8 that can create namespaces, and this machine has none' }),
  },
];

async function measureIsolated({ folder }) {
  const place = (name) => path.join(folder, 'isolation', name);
  for (const name of ['package', 'project', 'data', 'home']) mkdirSync(place(name), { recursive: true });
  const script = path.join(place('package'), 'handler.sh');
  writeFileSync(script, '#!/bin/sh\nIFS= read -r event\nexit 0\n', { mode: 0o755 });
  const isolation = {
    backend: backend.path,
    packageDir: place('package'),
    builtDir: null,
    projectDir: place('project'),
    dataDir: place('data'),
    home: place('home'),
    writesProject: false,
  };
  const [isolated, plain] = [[], []];
  const call = (times, more) => async () => {
    const time = await timeLoop(1, () => runHandler(['/bin/sh', script], place('project'), more));
    times.push(time.wallMs);
    return time;
  };
  const finding = await comparePairs('', PROCESS_PAIRS, call(isolated, { isolation }), call(plain, {}));
  // The first pair warms up.
  const added = isolated.map((ms, index) => ms - plain[index]).slice(1);
  const p95 = added.sort((a, b) => a - b)[Math.ceil(added.length * 0.95) - 1];
  const also = `p95 +${p95.toFixed(1)} ms`;
  // Nearly all CPU time is that of children, which `timeLoop` does not count.
  return [{ ...finding, cpuRatio: null, also, atMost: Number.POSITIVE_INFINITY, isBroken: p95 > MOST_MS }];
}

const EVENT = Buffer.from(`${JSON.stringify({ text: 'x'.repeat(1000) })}\n`);

async function runHandler(argv, cwd, isolation) {
  const result = await executors.command.run({
    argv,
    cwd,
    environment: { PATH: '/usr/bin:/bin' },
    stdin: EVENT,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    ...isolation,
  });
  if (result.kind !== 'ended' || result.exitCode !== 0) throw new Error(`the call failed: ${result.reason}`);
}
