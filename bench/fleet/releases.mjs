/**
 * One release for many machines: `npm run fleet:sim -- releases [--machines 1000]`. Each machine is a managed directory with a
 * connection to NATS of its own, and pulls the real files from a web server on loopback. Prints how long it took until every machine had the
 * release, with and without a message that wakes them.
 */
import { fork, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { startNats } from '../../test/support/nats-server.mjs';

const PROGRAM = path.join(import.meta.dirname, '../../packages/fleet/dist/hooks-fleet.js');
const WORKERS = availableParallelism();
/** A thousand machines do not wait for one disk, so theirs are in memory. */
const MEMORY = '/dev/shm';

export async function simulateReleases(machines) {
  const dir = mkdtempSync(path.join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'hookmd-releases-'));
  const fleet = path.join(dir, 'fleet');
  const nats = await startNats(dir);
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    try {
      response.end(readFileSync(path.join(fleet, 'repository', decodeURIComponent(request.url))));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const workers = Array.from({ length: WORKERS }, () =>
    fork(path.join(import.meta.dirname, 'release-clients.mjs'), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  try {
    run(['init', fleet, '--url', url]);
    run(['publish', fleet, '--ring', 'all']);
    const root = path.join(fleet, 'repository/metadata/1.root.json');
    const share = Math.ceil(machines / WORKERS);
    const first = await all(workers, (index) => ({
      kind: 'begin',
      machines: Array.from({ length: Math.min(share, machines - index * share) }, (_, each) =>
        path.join(dir, `machine-${index}-${each}`),
      ),
      url,
      root,
      nats: nats.url,
    }));
    report('first pull, one after another in each process', first);
    appendFileSync(path.join(fleet, 'release/policy.yaml'), '\nonFailure: block\n');
    const woken = workers.map(answer);
    const startedAt = Date.now();
    run(['publish', fleet, '--ring', 'all', '--nats', nats.url]);
    const publishedMs = Date.now() - startedAt;
    const ends = (await Promise.all(woken)).flatMap(({ ends: each }) => each).map((end) => end - startedAt);
    console.log(`published in ${publishedMs} ms; ${requests} requests in all`);
    console.log(`woken: ${ends.length} of ${machines} machines have release 2; ${spread(ends)}`);
    return ends.length === machines ? 0 : 1;
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    server.close();
    server.closeAllConnections();
    await nats.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function run(words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
}

async function all(workers, message) {
  const answers = workers.map(answer);
  for (const [index, worker] of workers.entries()) worker.send(message(index));
  return (await Promise.all(answers)).flatMap(({ times }) => times);
}

function answer(worker) {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('exit', (code) => reject(new Error(`a process ended with ${code}`)));
  });
}

function report(what, times) {
  console.log(`${what}: ${times.length} machines; ${spread(times)} each`);
}

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
  return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, last ${at(1)} ms`;
}
