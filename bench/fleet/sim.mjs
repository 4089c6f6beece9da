/**
 * A fleet on one machine: `npm run fleet:sim -- [shipping | cost | releases] [OPTIONS]`. State directories with event logs, shippers, one NATS server, and
 * everything that goes wrong in a year in a few minutes. At the end every event must be in the stream exactly once.
 *
 * Exit 0: it is. 1: it is not, or something did not work. The disk of the server is a tmpfs, so that part needs root on Linux.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareStream, readLines, startNats, until, withNats } from '../../test/support/nats-server.mjs';
import { machineFacts } from '../facts.mjs';
import { figure, measureCost, sizeOf } from './cost.mjs';
import { eventId, randomNumbers, stateDir } from './events.mjs';
import { simulateReleases } from './releases.mjs';

const options = {
  seed: { type: 'string', default: '1' },
  machines: { type: 'string', default: '1000' },
  /** Of each machine. */
  events: { type: 'string', default: '1000' },
  /** So long they write, the time without a server not included. */
  seconds: { type: 'string', default: '420' },
  /** Of the server. */
  kills: { type: 'string', default: '20' },
  /** Of processes that ship for some machines each, at most 40. */
  'shipper-kills': { type: 'string', default: '200' },
  /** Seconds without a server. */
  down: { type: 'string', default: '600' },
  /** Seconds in which the disk of the server is full; 0 = never. */
  full: { type: 'string', default: '20' },
};
/** The server may write so much while its disk is being filled. */
const ROOM_BYTES = 512 * 1024;
const RESIZE_ATTEMPTS = 20;
const DRAIN_MS = 30 * 60_000;
const DISK = '6g';

const { values, positionals } = parseArgs({ options, allowPositionals: true });
const settings = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const machinesPerProcess = Math.min(40, Math.ceil(settings.machines / 5));
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'hookmd-fleet-')));
const storeDir = path.join(folder, 'store');
const children = new Set();
/** What shippers say, each kind with its count since the last report. */
const problems = new Map();
let isMounted = false;
process.on('exit', cleanUp);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
for (const name of ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']) delete process.env[name];

const modes = {
  shipping: simulate,
  cost: () => measureCost(folder, positionals[1]),
  releases: () => simulateReleases(Number(values.machines)),
};
const mode = modes[positionals[0] ?? 'shipping'];
if (mode === undefined)
  throw new Error(`There is no mode ${positionals[0]}: ${Object.keys(modes).join(', ')}.`);
process.exitCode = await mode();

async function simulate() {
  const { machines, events, seconds, kills, down, full, seed } = settings;
  const beganAt = performance.now();
  for (let machine = 0; machine < machines; machine += 1)
    mkdirSync(path.join(stateDir(folder, machine), 'event-log'), { recursive: true, mode: 0o700 });
  mkdirSync(storeDir);
  if (full > 0) mountStore();
  const server = await startNats(folder, { storeDir });
  await prepareStream(server.url);
  const hosts = Array.from({ length: Math.ceil(machines / machinesPerProcess) }, (_, index) =>
    startHost(server.url, index),
  );
  const isWriting = { seconds: seconds + down, machines, events, seed };
  const progress = setInterval(() => void say(server), 15_000);
  const [written] = await Promise.all([
    startWriter(isWriting),
    disturbServer(server, { seconds, kills, down, full }),
    killShippers(hosts, seconds + down),
  ]);
  const writtenAt = performance.now();
  await until('everything is sent', () => unsentBytes() === 0, DRAIN_MS);
  const drainedAt = performance.now();
  clearInterval(progress);
  const codes = await Promise.all(hosts.map((host) => host.stop()));
  const memory = readStatus(server.pid, 'VmHWM');
  const storeBytes = sizeOf(storeDir);
  const count = await countEvents(server.url);
  const verified = await verifyChains(server.url);
  await server.stop();
  const lost = machines * events - count.distinct;
  const isFine =
    lost === 0 &&
    count.duplicates === 0 &&
    count.strange === 0 &&
    verified.ok &&
    codes.every((code) => code === 0);
  figure('seed', seed);
  figure('machines × events', `${machines} × ${events}`);
  figure('events written', written);
  figure('events stored', count.distinct);
  figure('lost', lost);
  figure('duplicates', count.duplicates);
  figure('other records (notes)', JSON.stringify(count.notes));
  figure('chains', verified.summary);
  figure('server killed / seconds down / disk full', `${kills} / ${down} / ${full}`);
  figure('shipper processes killed (machines each)', `${settings['shipper-kills']} (${machinesPerProcess})`);
  figure('shippers that failed', codes.filter((code) => code !== 0).length);
  figure('batches, records each', `${count.messages}, ${(count.records / count.messages).toFixed(1)}`);
  figure('bytes in the store of an event', Math.round(storeBytes / count.records));
  figure('memory of the server at most, MB', Math.round(memory / 1024));
  figure('seconds until all was sent after the last', ((drainedAt - writtenAt) / 1_000).toFixed(1));
  figure('seconds in all', ((performance.now() - beganAt) / 1_000).toFixed(0));
  console.log(machineFacts());
  return isFine ? 0 : 1;
}

function mountStore() {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', storeDir], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`A full disk needs a tmpfs, so root; or give \`--full 0\`. ${stderr}`);
  isMounted = true;
}

/** No space is left; then there is again. The kernel rejects a size that was exceeded meanwhile. */
function resizeStore(newSize) {
  for (let attempt = 1; ; attempt += 1) {
    const { status, stderr } = spawnSync('mount', ['-o', `remount,size=${newSize()}`, storeDir], {
      encoding: 'utf8',
    });
    if (status === 0) return;
    if (attempt === RESIZE_ATTEMPTS) throw new Error(`The disk was not resized. ${stderr}`);
  }
}

function usedBytes() {
  const { blocks, bfree, bsize } = statfsSync(storeDir);
  return (blocks - bfree) * bsize;
}

/** A process that ships for some machines; it is started again when it was killed. */
function startHost(url, index) {
  const from = index * machinesPerProcess;
  const to = Math.min(settings.machines, from + machinesPerProcess);
  const script = path.join(import.meta.dirname, 'shippers.mjs');
  let child;
  const start = () => {
    child = spawn(process.execPath, [script, folder, url, String(from), String(to)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.add(child);
    child.stderr.on('data', (chunk) => noteProblem(String(chunk)));
  };
  const endWith = (signal) =>
    new Promise((resolve) => {
      child.once('close', (code) => {
        children.delete(child);
        resolve(code);
      });
      if (child.exitCode !== null) resolve(child.exitCode);
      else child.kill(signal);
    });
  start();
  return {
    async kill() {
      await endWith('SIGKILL');
      start();
    },
    stop: () => endWith('SIGTERM'),
  };
}

function noteProblem(text) {
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const kind = line
      .replace(/^\d+ /, '')
      .replace(/\d{4,}|[0-9a-f]{32}|127\S+/g, '…')
      .slice(0, 160);
    problems.set(kind, (problems.get(kind) ?? 0) + 1);
  }
}

async function startWriter(work) {
  const { code, output } = await run([
    path.join(import.meta.dirname, 'events.mjs'),
    folder,
    JSON.stringify(work),
  ]);
  if (code !== 0) throw new Error('The writer failed.');
  return Number(output);
}

/** Kills at random instants; the long outage and the full disk among them. */
async function disturbServer(server, { seconds, kills, down, full }) {
  const random = randomNumbers(settings.seed + 1);
  const steps = Array.from({ length: kills }, () => ({ at: random() * 0.9, act: () => restart(server, 0) }));
  if (down > 0) steps.push({ at: 0.35, act: () => restart(server, down) });
  if (full > 0) steps.push({ at: 0.65, act: () => fillDisk(server, full) });
  steps.sort((a, b) => a.at - b.at);
  let passed = 0;
  for (const { at, act } of steps) {
    await delay((at - passed) * seconds * 1_000);
    passed = at;
    await act();
  }
}

async function restart(server, downSeconds) {
  await server.kill();
  await delay(downSeconds * 1_000);
  await server.start();
}

/** This version of the server switches JetStream off when a write fails, until it is restarted with space. */
async function fillDisk(server, seconds) {
  resizeStore(() => usedBytes() + ROOM_BYTES);
  await delay(seconds * 1_000);
  resizeStore(() => DISK);
  await restart(server, 0);
}

async function killShippers(hosts, seconds) {
  const random = randomNumbers(settings.seed + 2);
  const instants = Array.from({ length: settings['shipper-kills'] }, () => random() * seconds * 1_000).sort(
    (a, b) => a - b,
  );
  let passed = 0;
  for (const instant of instants) {
    await delay(instant - passed);
    passed = instant;
    await hosts[Math.floor(random() * hosts.length)].kill();
  }
}

/** By the cursors of all machines. */
function unsentBytes() {
  let bytes = 0;
  for (let machine = 0; machine < settings.machines; machine += 1) {
    const sent = readCursor(machine);
    const directory = path.join(stateDir(folder, machine), 'event-log');
    for (const name of readdirSync(directory))
      bytes += statSync(path.join(directory, name)).size - (sent[name] ?? 0);
  }
  return bytes;
}

function readCursor(machine) {
  try {
    return JSON.parse(readFileSync(path.join(stateDir(folder, machine), 'fleet/cursors/nats.json'), 'utf8'))
      .files;
  } catch {
    return {};
  }
}

/** Knows nothing of chains: every event id that was written must be there once. */
async function countEvents(url) {
  const seen = new Set();
  const notes = {};
  const count = { messages: 0, records: 0, duplicates: 0, strange: 0 };
  await withNats(url, async (manager, client) => {
    count.messages = (await manager.streams.info('HOOKMD')).state.messages;
    for await (const line of readLines(manager, client)) {
      const { entry } = JSON.parse(line);
      count.records += 1;
      if (entry.eventId === undefined)
        notes[entry.note ?? entry.schema] = (notes[entry.note ?? entry.schema] ?? 0) + 1;
      else if (seen.has(entry.eventId)) count.duplicates += 1;
      else seen.add(entry.eventId);
    }
  });
  let distinct = 0;
  for (let machine = 0; machine < settings.machines; machine += 1)
    for (let event = 0; event < settings.events; event += 1)
      if (seen.has(eventId(machine, event))) distinct += 1;
  return { ...count, strange: seen.size - distinct, distinct, notes };
}

async function verifyChains(url) {
  const program = fileURLToPath(new URL('../../packages/fleet/dist/hooks-fleet.js', import.meta.url));
  const { code, output } = await run([program, 'verify', '--nats', url]);
  return { ok: code === 0, summary: output.trimEnd().split('\n').at(-1) };
}

async function run(words) {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], timeout: DRAIN_MS });
  children.add(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  children.delete(child);
  return { code, output };
}

async function say(server) {
  const total = (settings.machines * settings.events) / 1_000;
  const stored = await withNats(
    server.url,
    async (manager) => (await manager.streams.info('HOOKMD')).state.messages,
  ).catch(() => 'no answer');
  console.error(
    `${Math.round(process.uptime())} s: ${stored} batches stored of ${total} k events, ${Math.round(unsentBytes() / 1_000)} kB not sent`,
  );
  for (const [kind, times] of problems) console.error(`   ${times} × ${kind}`);
  problems.clear();
}

function readStatus(pid, name) {
  return Number(
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0,
  );
}

function cleanUp() {
  for (const child of children) child.kill('SIGKILL');
  if (isMounted) spawnSync('umount', ['-l', storeDir]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
