/** A real NATS server for tests and for the simulation of a fleet, and a reader that knows nothing of ours but the lines of a message. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

/** Where Debian's package installs it. */
const PLACES = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];
const INSTALL = 'apt-get update && apt-get install -y --no-install-recommends nats-server';
const READY_MS = 120_000;

/**
 * Starts a server with JetStream on 127.0.0.1. `dir` holds its store and configuration, `extra` is added to the configuration.
 * The program is installed where it is missing, if root runs the test on Debian; throws elsewhere.
 */
export async function startNats(dir, { extra = '', storeDir = join(dir, 'store') } = {}) {
  const program = findServer();
  const config = join(dir, 'nats-server.conf');
  let port = -1;
  let child = null;
  const end = () => child?.kill('SIGKILL');
  process.on('exit', end);

  async function start() {
    writeFileSync(
      config,
      `host: 127.0.0.1\nport: ${port}\njetstream { store_dir: "${storeDir}" }\n${extra}\n`,
    );
    child = spawn(program, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    port = await readPort(child);
  }
  async function endWith(signal) {
    const ended = child;
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return;
    const closed = new Promise((resolve) => ended.once('close', resolve));
    ended.kill(signal);
    await closed;
  }
  await start();
  return {
    storeDir,
    get url() {
      return `nats://127.0.0.1:${port}`;
    },
    get pid() {
      return child.pid;
    },
    /** Again, on the same port and the same store. */
    start,
    kill: () => endWith('SIGKILL'),
    stop: async () => {
      await endWith('SIGTERM');
      process.off('exit', end);
    },
  };
}

function readPort(child) {
  return new Promise((resolve, reject) => {
    let log = '';
    const late = setTimeout(() => reject(new Error(`nats-server is not ready:\n${log}`)), READY_MS);
    child.on('close', () => reject(new Error(`nats-server has ended:\n${log}`)));
    child.stderr.on('data', (chunk) => {
      if (log.includes('Server is ready')) return;
      log += chunk;
      if (!log.includes('Server is ready')) return;
      clearTimeout(late);
      resolve(Number(/Listening for client connections on \S+:(\d+)/.exec(log)?.[1]));
    });
  });
}

function findServer() {
  const found = () => PLACES.find((path) => existsSync(path));
  if (found() === undefined) installServer();
  const program = found();
  if (program === undefined) throw new Error(`\`${INSTALL}\` did not install nats-server.`);
  return program;
}

function installServer() {
  const isDebian =
    existsSync('/etc/os-release') && /^ID(?:_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (!isDebian || process.getuid?.() !== 0)
    throw new Error(`This test needs nats-server. Install it, for example on Debian as root: ${INSTALL}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync('sh', ['-c', INSTALL], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`\`${INSTALL}\` failed.\n${stderr}`);
}

/** The stream and the bucket as the product creates them. */
export async function prepareStream(url) {
  const { prepareNats } = await import(new URL('../../packages/fleet/dist/sinks/nats.js', import.meta.url));
  await prepareNats({ servers: [url], credentials: null, stream: 'HOOKMD' }, { keepDays: 30, replicas: 1 });
}

/** Calls `use` with a manager of streams and a client. */
export async function withNats(url, use) {
  const connection = await connect({ servers: url, timeout: 10_000, reconnect: false });
  try {
    return await use(await jetstreamManager(connection, { timeout: 30_000 }), jetstream(connection));
  } finally {
    await connection.close();
  }
}

/** Every record that a stream has, in its order. */
export function readRecords(url, stream = 'HOOKMD') {
  return withNats(url, async (manager, client) => {
    const records = [];
    for await (const line of readLines(manager, client, stream)) records.push(JSON.parse(line));
    return records;
  });
}

/** Every line of every message of a stream, in its order. */
export async function* readLines(manager, client, stream = 'HOOKMD') {
  const { state } = await manager.streams.info(stream);
  if (state.messages === 0) return;
  const consumer = await client.consumers.get(stream);
  for await (const message of await consumer.consume({ max_messages: 50 })) {
    yield* message
      .string()
      .split('\n')
      .filter((line) => line !== '');
    if (message.info.pending === 0) return;
  }
  throw new Error(`The stream ${stream} was not read to its end.`);
}

/** Calls `isTrue` until it is; throws after `limitMs`. */
export async function until(what, isTrue, limitMs = 20_000) {
  const deadline = performance.now() + limitMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${limitMs} ms`);
    await delay(50);
  }
}
