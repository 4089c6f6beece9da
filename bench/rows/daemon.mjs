/** An event of an attached agent: the launcher sends it to a running daemon. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prepareStream, startNats } from '../../test/support/nats-server.mjs';
import { comparePairs, PROCESS_PAIRS } from '../measure.mjs';
import { CLI, hooks, makeScene, runScene, writeTypedHook } from '../scene.mjs';

const HAS_CC = spawnSync('cc', ['--version']).status === 0;
const NO_CC = HAS_CC ? {} : { notYet: 'it needs a C compiler (cc), and this machine has none' };
const EVENTS = 100_000;
/** Events until V8 has compiled the code for an event. */
const WARM_UP = 3000;
const HEAP_SETTLES = 9000;
const MAX_MEGABYTES = 20;
const DAEMON_MEGABYTES = 60;
const HANDLER_MEGABYTES = 8;
const PAGE_MEGABYTES = 15;
const PAGE_EVENTS = 200;
const SHIPPER_MEGABYTES = 20;
/** Twenty events a second: more than the busiest agent sends. */
const GAP_MS = 45;
const PACED_EVENTS = 40;
/** The number of windows of 1,000 events on each side. A single window shows mostly what else the machine did in that half second. */
const WINDOWS = 10;

export const daemonRows = [
  {
    id: 4,
    what: 'launcher + daemon, nothing matches',
    yardstick: 'a static C program that exits',
    target: '≤ 2.5',
    note: '30 packages, as in row 9. In rows 4, 5 and 6 the daemon has dispatched 3,000 events before, and a small C program starts each side by posix_spawn and waits for its end. The daemon needs about 0.4 ms (row 13); the rest is the start of the launcher and the connection.',
    measure: ({ folder }) =>
      measureEvent(folder, 'Read', 2.5, () => compile(folder, 'exits', 'int main(void) { return 0; }')),
    ...NO_CC,
  },
  {
    id: 5,
    what: 'launcher + daemon, one sh handler',
    yardstick: 'the handler alone, posix_spawn',
    target: '≤ 6.0',
    measure: ({ folder }) =>
      measureEvent(folder, 'Bash', 6, ({ home }) => [path.join(home, '.hookmd/hooks/matches/handler.sh')]),
    ...NO_CC,
  },
  {
    id: 6,
    what: 'launcher + daemon, one sh handler',
    yardstick: "lefthook's own binary, one sh script",
    target: '≤ 0.40',
    note: 'lefthook also runs git to find the repository.',
    measure: ({ folder }) => measureEvent(folder, 'Bash', 0.4, lefthook),
    ...NO_CC,
  },
  {
    id: 13,
    what: `${EVENTS.toLocaleString('en')} events through the daemon, p95`,
    yardstick: 'the first ones after 9,000',
    target: `≤ 1.2, memory +${MAX_MEGABYTES} MB`,
    note: '30 packages, none matches, a connection for each event. A pair is the p95 of one thousand of the last 10,000 against that of one of the first; memory counts from the 9,000th event, when the size of the heap is stable.',
    measure: measureMany,
  },
  {
    id: 14,
    what: 'memory (PSS): the idle daemon; each of 10 warm handlers',
    yardstick: 'the target',
    target: `≤ ${DAEMON_MEGABYTES} MB; ≤ ${HANDLER_MEGABYTES} MB`,
    note: 'after ten events on which every handler ran. Memory that several processes share is divided among them.',
    measure: measureMemory,
  },
  {
    id: 20,
    what: 'daemon, one sh handler, with the page of `hooks ui` open',
    yardstick: 'the same without it',
    target: `≤ 1.05, memory +${PAGE_MEGABYTES} MB`,
    note: 'a pair is 200 events, one after another, with a process that reads the live events as a page does, and without it. The daemon has dispatched 3,000 events before; memory is that of the daemon.',
    measure: measurePage,
  },
  {
    id: 21,
    what: 'daemon, one sh handler, while it sends the event log to NATS',
    yardstick: 'the same without it',
    target: `≤ 1.02, memory +${SHIPPER_MEGABYTES} MB`,
    note: 'two daemons, one of which has a policy with a receiver; a pair is 40 events for each, 20 a second. Both have dispatched 3,000 events before; memory is what the machine gets back when the process that sends ends, and what the daemon has more than the other. The server is a real one on this machine, and stores every event in the end.',
    measure: measureShipping,
    ...(spawnSync('unshare', ['-rm', 'true']).status === 0 ? {} : { notYet: 'it needs a mount namespace' }),
  },
];

/** As two daemons, because the policy is that of a machine: one of them has another `/etc`. */
async function measureShipping({ folder }) {
  const nats = await startNats(makeFolder(folder, 'nats'));
  const etc = makeFolder(folder, 'etc', 'hookmd');
  // As npm installs both: the daemon looks for the package beside its own.
  const modules = makeFolder(folder, 'node_modules');
  cpSync(path.dirname(CLI), path.join(modules, 'hookmd/dist'), { recursive: true });
  symlinkSync(path.join(CLI, '../../../fleet'), path.join(makeFolder(modules, '@hookmd'), 'fleet'));
  const cli = path.join(modules, 'hookmd/dist/hooks.cjs');
  const hook = {
    name: 'matches',
    front: { events: ['PreToolUse'], matcher: 'Bash' },
    script: 'IFS= read -r event\nexit 0',
    isEnabled: true,
  };
  const [ours, theirs] = ['ships', 'ships-not'].map((name) => makeScene(folder, name, [hook]));
  await prepareStream(nats.url);
  writeFileSync(path.join(etc, 'policy.yaml'), `fleet: { nats: { servers: ["${nats.url}"] } }\n`);
  const plain = makeFolder(folder, 'plain', 'etc', 'hookmd');
  writeFileSync(path.join(plain, 'policy.yaml'), 'privateNetworks: []\n');
  const daemons = [
    await startDaemon(ours, { etc: path.dirname(etc), cli }),
    await startDaemon(theirs, { etc: path.dirname(plain), cli }),
  ];
  try {
    const scenes = [ours, theirs].map((scene, index) => ({ ...scene, namespaceOf: daemons[index].pid }));
    for (const scene of scenes) await sendMany(scene, 'Bash', WARM_UP);
    const times = (scene) => async () => {
      const all = await sendMany(scene, 'Bash', PACED_EVENTS, GAP_MS);
      return { wallMs: all.reduce((sum, ms) => sum + ms, 0) / all.length, cpuMs: Number.NaN };
    };
    const finding = await comparePairs('', PROCESS_PAIRS, times(scenes[0]), times(scenes[1]));
    const [shipping, plain] = daemons.map(({ pid }) =>
      [pid, ...childrenOf(pid).filter(isNode)].reduce((sum, each) => sum + privateMegabytes(each), 0),
    );
    const grown = shipping - plain;
    const cursor = JSON.parse(readFileSync(path.join(ours.state, 'fleet/cursors/nats.json'), 'utf8'));
    if (cursor.last.sequence < WARM_UP) throw new Error(`only ${cursor.last.sequence} events were sent`);
    const also = `(${grown < 0 ? '−' : '+'}${Math.abs(Math.round(grown))} MB)`;
    return [{ ...finding, also, atMost: 1.02, isBroken: grown > SHIPPER_MEGABYTES }];
  } finally {
    for (const daemon of daemons) await daemon.end();
    await nats.stop();
  }
}

function makeFolder(...names) {
  const folder = path.join(...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function measurePage({ folder }) {
  const scene = runScene(folder);
  const daemon = await startDaemon(scene);
  const ui = await startUi(scene);
  try {
    await sendMany(scene, 'Bash', WARM_UP);
    const before = daemon.residentBytes();
    const times = async () => {
      const all = await sendMany(scene, 'Bash', PAGE_EVENTS);
      return { wallMs: all.reduce((sum, ms) => sum + ms, 0) / all.length, cpuMs: Number.NaN };
    };
    const finding = await comparePairs(
      '',
      PROCESS_PAIRS,
      async () => {
        const close = await ui.openPage();
        const result = await times();
        await close();
        return result;
      },
      times,
    );
    const grown = (daemon.residentBytes() - before) / 1024 / 1024;
    const also = `(${grown < 0 ? '−' : '+'}${Math.abs(Math.round(grown))} MB)`;
    return [{ ...finding, also, atMost: 1.05, isBroken: grown > PAGE_MEGABYTES }];
  } finally {
    await ui.end();
    await daemon.end();
  }
}

/** Reads the events as a page does, in a process of its own; prints when the past ones have arrived. */
const READER = `
  const [origin, secret] = process.argv.slice(1);
  fetch(origin + '/api/events', { headers: { authorization: 'Bearer ' + secret } }).then(async ({ body }) => {
    for await (const chunk of body) if (Buffer.from(chunk).includes('event: ready')) console.log('ready');
  });
`;

/** `hooks ui`, and pages that read its events. */
async function startUi({ project, env }) {
  const child = spawn(process.execPath, [CLI, 'ui', '--json'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(child.stdout, 'data');
  const { origin, hash } = new URL(JSON.parse(line).link);
  const { secret } = await (
    await fetch(`${origin}/api/session`, { method: 'POST', body: hash.slice(1) })
  ).json();
  return {
    async openPage() {
      const reader = spawn(process.execPath, ['-e', READER, origin, secret], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const closed = once(reader, 'exit');
      await once(reader.stdout, 'data');
      return async () => {
        reader.kill();
        await closed;
      };
    },
    async end() {
      child.kill();
      await ended;
    },
  };
}

async function measureEvent(folder, tool, atMost, yardstickOf) {
  const scene = runScene(folder);
  const daemon = await startDaemon(scene);
  try {
    const launcher = JSON.parse(hooks(scene, ['daemon', '--launcher', '--json'])).path;
    const stdinFile = writeEvent(folder, scene, tool);
    const timer = compile(
      folder,
      'spawn-time',
      readFileSync(path.join(import.meta.dirname, 'spawn-time.c'), 'utf8'),
    );
    const time = (argv) => async () => timeSpawn([...timer, stdinFile, ...argv], scene);
    const theirs = time(yardstickOf(scene, folder));
    const ours = time([launcher, 'claude-code', 'PreToolUse']);
    await sendMany(scene, tool, WARM_UP);
    const before = JSON.parse(hooks(scene, ['status', '--json'])).dispatched;
    const finding = await comparePairs('', PROCESS_PAIRS, ours, theirs);
    const { dispatched, rejected } = JSON.parse(hooks(scene, ['status', '--json']));
    if (dispatched - before !== PROCESS_PAIRS + 1 || rejected !== 0)
      throw new Error(`${dispatched} events were dispatched, ${rejected} rejected`);
    // The measured CPU time is that of children, and the daemon is none of them.
    return [{ ...finding, cpuRatio: null, atMost }];
  } finally {
    await daemon.end();
  }
}

function timeSpawn(argv, { project, env }) {
  const { status, stdout } = spawnSync(argv[0], argv.slice(1), { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}`);
  const [wallUs, cpuUs] = stdout.split(' ').map(Number);
  return { wallMs: wallUs / 1000, cpuMs: cpuUs / 1000 };
}

/** Compiles a static program and returns its command line. */
function compile(folder, name, source) {
  const program = path.join(folder, name);
  if (!existsSync(program))
    execFileSync('cc', ['-O2', '-static', '-x', 'c', '-', '-o', program], { input: source });
  return [program];
}

function lefthook({ project, env }) {
  const require = createRequire(createRequire(import.meta.url).resolve('lefthook/package.json'));
  const binary = require.resolve(`lefthook-${process.platform}-${process.arch}/bin/lefthook`);
  execFileSync('git', ['init', '--quiet', project], { env });
  mkdirSync(path.join(project, 'scripts'), { recursive: true });
  writeFileSync(path.join(project, 'scripts/one.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const config = 'no_auto_install: true\nagent-event:\n  commands:\n    one:\n      run: sh scripts/one.sh\n';
  writeFileSync(path.join(project, 'lefthook.yml'), config);
  return [binary, 'run', 'agent-event'];
}

function writeEvent(folder, { project: cwd }, tool) {
  const stdinFile = path.join(folder, `daemon-${tool}.json`);
  writeFileSync(stdinFile, JSON.stringify(eventOf(cwd, tool)));
  return stdinFile;
}

function eventOf(cwd, tool) {
  const input = tool === 'Bash' ? { command: 'npm test' } : { file_path: 'a.ts' };
  return {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    transcript_path: '/t',
    cwd,
    tool_name: tool,
    tool_input: input,
  };
}

/** With another `/etc` and another copy of the command line, if they are given. */
async function startDaemon({ home, state, project, env }, elsewhere) {
  const argv = [process.execPath, elsewhere?.cli ?? CLI, 'daemon', '--home', home, '--state', state];
  // The first event compiles what all others read, for this policy.
  const script =
    'mount --bind "$0" /etc && printf "%s" "$1" | "$2" "$3" run PreToolUse > /dev/null; shift; exec "$@"';
  const first = JSON.stringify(eventOf(project, 'Bash'));
  const mounted = ['unshare', '-rm', 'sh', '-c', script, elsewhere?.etc, first, ...argv];
  const [program, ...words] = elsewhere === undefined ? argv : mounted;
  const child = spawn(program, words, {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stderr, 'data'), ended]);
  return {
    residentBytes: () =>
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    pid: child.pid,
    end: async () => {
      child.kill();
      await ended;
    },
  };
}

async function measureMany({ folder }) {
  const scene = runScene(folder);
  const daemon = await startDaemon(scene);
  try {
    await sendMany(scene, 'Read', HEAP_SETTLES);
    const before = daemon.residentBytes();
    const first = await windowsOf(scene);
    await sendMany(scene, 'Read', EVENTS - 2 * WINDOWS * 1000);
    const last = await windowsOf(scene);
    const grown = (daemon.residentBytes() - before) / 1024 / 1024;
    const turn = (times) => async () => ({ wallMs: times.shift(), cpuMs: Number.NaN });
    const finding = await comparePairs('', WINDOWS - 1, turn(last), turn(first));
    const also = `(${grown < 0 ? '−' : '+'}${Math.abs(Math.round(grown))} MB)`;
    return [{ ...finding, also, atMost: 1.2, isBroken: grown > MAX_MEGABYTES }];
  } finally {
    await daemon.end();
  }
}

/** Returns the p95 of each window. */
async function windowsOf(scene) {
  const windows = [];
  while (windows.length < WINDOWS) windows.push((await sendMany(scene, 'Read', 1000))[950]);
  return windows;
}

/** Sends events one after another, without a process for each. Returns their times, the shortest first. */
async function sendMany(scene, tool, count, gapMs = 0) {
  const bytes = requestOf(scene, tool);
  const socket = path.join(scene.state, 'run/socket');
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    times.push(await timeEvent(socket, bytes));
    if (gapMs > 0) await delay(gapMs);
  }
  return times.sort((a, b) => a - b);
}

/** As a launcher writes it (packages/cli/src/serve/frames.ts). */
function requestOf({ project, env, namespaceOf = 'self' }, tool) {
  const environment = Object.entries(env).map(([name, value]) => `${name}=${value}\0`);
  const payload = JSON.stringify(eventOf(project, tool));
  const place = `${readlinkSync(`/proc/${namespaceOf}/ns/mnt`)} ${process.umask().toString(8)}`;
  const fields = ['0'.repeat(32), 'claude-code', 'PreToolUse', project, place, environment.join(''), payload];
  const bytes = fields.map((field) => Buffer.from(field));
  const body = Buffer.concat([...bytes.map(({ length }) => uint32(length)), ...bytes]);
  return Buffer.concat([Buffer.from('HKMD\x01\0\0\0'), uint32(body.length), body]);
}

function uint32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** In milliseconds, from the connection to the end of the reply. */
function timeEvent(path, bytes) {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    let reply = '';
    const socket = connect(path, () => socket.write(bytes));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      reply += chunk.toString('latin1');
    });
    socket.on('end', () => {
      if (reply[9] === 'R') resolve(performance.now() - startedAt);
      else reject(new Error(`the daemon replied ${JSON.stringify(reply)}`));
    });
  });
}

async function measureMemory({ folder }) {
  const scene = makeScene(folder, 'memory', []);
  const names = Array.from({ length: 10 }, (_, index) => `typed-${index}`);
  for (const name of names) writeTypedHook(scene, name);
  hooks(scene, ['enable', ...names, '--yes']);
  const daemon = await startDaemon(scene);
  try {
    const idle = pssMegabytes(daemon.pid);
    await sendMany(scene, 'Bash', names.length);
    const handlers = childrenOf(daemon.pid).filter(isNode);
    if (handlers.length < names.length) throw new Error(`${handlers.length} handlers stay loaded`);
    const each = handlers.map(pssMegabytes).sort((a, b) => a - b);
    return [
      against(`daemon ${idle.toFixed(0)} MB`, idle, [idle], DAEMON_MEGABYTES),
      against(`handler ${each[5].toFixed(1)} MB`, each[5], each, HANDLER_MEGABYTES),
    ];
  } finally {
    await daemon.end();
  }
}

/** A finding without pairs and times: a figure against its target. */
function against(label, figure, sorted, target) {
  return {
    label,
    pairCount: sorted.length,
    ratio: figure / target,
    low: sorted[0] / target,
    high: sorted.at(-1) / target,
    cpuRatio: null,
    oursMs: null,
    theirsMs: null,
    atMost: 1,
  };
}

function pssMegabytes(pid) {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))[1]) / 1024;
}

/** What no other process shares. */
function privateMegabytes(pid) {
  const rows = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1').matchAll(/^Private_\w+:\s+(\d+) kB$/gm);
  return [...rows].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1024;
}

/** All descendants of a process. */
function childrenOf(pid) {
  const own = readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' '))
    .filter((child) => child !== '');
  return own.flatMap((child) => [child, ...childrenOf(child)]);
}

function isNode(pid) {
  return readlinkSync(`/proc/${pid}/exe`) === process.execPath;
}
