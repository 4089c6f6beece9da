/** What a fleet costs: `npm run fleet:sim -- cost [one | fleet]`. Of one machine: its resident shipper. Of many: the server. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { prepareStream, startNats, until, withNats } from '../../test/support/nats-server.mjs';
import { machineFacts } from '../facts.mjs';
import { stateDir, writeEvents } from './events.mjs';

const FLEET = fileURLToPath(new URL('../../packages/fleet/dist/hooks-fleet.js', import.meta.url));
/** Of packages/cli/src/serve/shipping.ts. */
const MEMORY_LIMITS = ['--max-old-space-size=64', '--max-semi-space-size=1'];
/** What the first seconds load is not what a day costs. */
const SETTLE_MS = 10_000;
const SECONDS = 60;
const EVENTS_PER_SECOND = 10;
const TICKS_PER_SECOND = 100;
const ROUNDS = 3;
/** Machines, events of each. */
const SIZES = [
  [10, 5_000],
  [100, 500],
  [1_000, 50],
];
const PROCESSES = 5;

/** Prints the figures; resolves to the exit code. */
export async function measureCost(folder, part = 'all') {
  if (part !== 'fleet') await measureOne(path.join(folder, 'one'));
  if (part !== 'one')
    for (const [machines, events] of SIZES)
      await measureFleet(path.join(folder, `fleet-${machines}`), { machines, events });
  console.log(machineFacts());
  return 0;
}

/** A shipper as the daemon starts it, beside a Node that does nothing. */
async function measureOne(folder) {
  const state = stateDir(folder, 0);
  mkdirSync(path.join(state, 'event-log'), { recursive: true, mode: 0o700 });
  const server = await startNats(folder);
  await prepareStream(server.url);
  const env = { HOME: state, PATH: '/usr/bin:/bin' };
  const words = [...MEMORY_LIMITS, FLEET, 'ship', '--state', state, '--nats', server.url];
  const shipper = spawn(process.execPath, words, { env, stdio: 'ignore' });
  const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9)'], { env, stdio: 'ignore' });
  try {
    const settings = { machines: 1, seed: 1 };
    await writeEvents(folder, { ...settings, events: 20, seconds: 2 });
    await delay(SETTLE_MS);
    const idle = await cpuShare(shipper.pid, () => delay(SECONDS * 500));
    const events = EVENTS_PER_SECOND * SECONDS;
    const busy = await cpuShare(shipper.pid, () =>
      writeEvents(folder, { ...settings, events, seconds: SECONDS }),
    );
    figure('CPU of a shipper without events', `${(idle * 100).toFixed(2)} % of a core`);
    figure(
      `CPU of a shipper, ${EVENTS_PER_SECOND} events a second`,
      `${(busy * 100).toFixed(2)} % of a core`,
    );
    for (const name of ['Rss', 'Pss', 'Private_\\w+']) {
      const [with_, without] = [memory(shipper.pid, name), memory(bare.pid, name)];
      figure(
        `memory, ${name.slice(0, 7)}: shipper, bare Node, added`,
        `${mb(with_)}, ${mb(without)}, ${mb(with_ - without)} MB`,
      );
    }
  } finally {
    shipper.kill('SIGKILL');
    bare.kill('SIGKILL');
    await server.stop();
  }
}

async function cpuShare(pid, work) {
  const [before, beganAt] = [cpuSeconds(pid), performance.now()];
  await work();
  return (cpuSeconds(pid) - before) / ((performance.now() - beganAt) / 1_000);
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** In kB. */
function memory(pid, name) {
  const lines = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(
    new RegExp(`^${name}:\\s+(\\d+)`, 'gm'),
  );
  return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0);
}

/** Logs that are full already, through one server: what it takes at most, and what it keeps. */
async function measureFleet(folder, { machines, events }) {
  for (let machine = 0; machine < machines; machine += 1)
    mkdirSync(path.join(stateDir(folder, machine), 'event-log'), { recursive: true, mode: 0o700 });
  await writeEvents(folder, { machines, events, seconds: 1, seed: machines });
  const rates = [];
  const memories = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const home = path.join(folder, `server-${round}`);
    mkdirSync(home);
    const server = await startNats(home);
    await prepareStream(server.url);
    rates.push(await catchUp(folder, server.url, machines, machines * events));
    memories.push(memory(server.pid, 'Rss'));
    await server.stop();
    bytes = sizeOf(server.storeDir);
  }
  const range = (values, digits) =>
    `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
  const name = `${machines} machines × ${events} events`;
  figure(`${name}: events a second`, range(rates, 0));
  figure(
    `${name}: server memory, MB`,
    range(
      memories.map((each) => each / 1_024),
      0,
    ),
  );
  figure(`${name}: bytes of an event in the store`, Math.round(bytes / (machines * events)));
}

/** Events a second from the first that is stored to the last. Each round the shippers begin as new machines. */
async function catchUp(folder, url, machines, events) {
  const each = Math.ceil(machines / PROCESSES);
  const script = path.join(import.meta.dirname, 'shippers.mjs');
  for (let machine = 0; machine < machines; machine += 1)
    rmSync(path.join(stateDir(folder, machine), 'fleet'), { recursive: true, force: true });
  const hosts = Array.from({ length: PROCESSES }, (_, index) =>
    spawn(
      process.execPath,
      [script, folder, url, String(index * each), String(Math.min(machines, (index + 1) * each))],
      { stdio: 'ignore' },
    ),
  );
  try {
    return await withNats(url, async (manager) => {
      const stored = async () => (await manager.streams.info('HOOKMD')).state.messages;
      await until('the first batch', async () => (await stored()) > 0, 120_000);
      const beganAt = performance.now();
      await until('all is sent', () => isSent(folder, machines), 600_000);
      return events / ((performance.now() - beganAt) / 1_000);
    });
  } finally {
    for (const host of hosts) host.kill('SIGKILL');
  }
}

function isSent(folder, machines) {
  for (let machine = 0; machine < machines; machine += 1) {
    const state = stateDir(folder, machine);
    const [name] = readdirSync(path.join(state, 'event-log'));
    try {
      const { files } = JSON.parse(readFileSync(path.join(state, 'fleet/cursors/nats.json'), 'utf8'));
      if (files[name] !== statSync(path.join(state, 'event-log', name)).size) return false;
    } catch {
      return false;
    }
  }
  return true;
}

/** All files below a directory, in bytes. */
export function sizeOf(directory) {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/** A row of the output. */
export function figure(name, value) {
  console.log(`${name.padEnd(60)}${value}`);
}

const mb = (kilobytes) => (kilobytes / 1_024).toFixed(1);
