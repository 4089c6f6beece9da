/** An event as an attached agent fires it: the launcher, and a runtime that is there already. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import path from 'node:path';
import { comparePairs, PROCESS_PAIRS } from '../measure.mjs';
import { CLI, hooks, runScene } from '../scene.mjs';

const HAS_CC = spawnSync('cc', ['--version']).status === 0;
const NO_CC = HAS_CC ? {} : { notYet: 'it takes a C compiler (cc), and there is none here' };
const EVENTS = 100_000;
/** After so many V8 has compiled what an event takes. */
const WARM_UP = 3000;
const HEAP_SETTLES = 9000;
const MOST_MEGABYTES = 20;
/** So many thousands are compared with as many: one of them is mostly about what else the machine did in that half second. */
const WINDOWS = 10;

export const residentRows = [
  {
    id: 7,
    what: 'client + resident runtime, nothing matches',
    yardstick: 'a static C program that exits',
    target: '≤ 2.5',
    note: 'the scene of row 6. In rows 7, 8 and 9 the runtime has judged 3,000 events, and a small C program starts either side by posix_spawn and waits for its end.',
    measure: ({ folder }) =>
      measureEvent(folder, 'Read', 2.5, () => compile(folder, 'exits', 'int main(void) { return 0; }')),
    ...NO_CC,
  },
  {
    id: 8,
    what: 'client + resident runtime, one sh handler',
    yardstick: 'the handler alone, posix_spawn',
    target: '≤ 4.0',
    note: 'the scene of row 5.',
    measure: ({ folder }) =>
      measureEvent(folder, 'Bash', 4, ({ home }) => [path.join(home, '.hookmd/hooks/asked/handler.sh')]),
    ...NO_CC,
  },
  {
    id: 9,
    what: 'client + resident runtime, one sh handler',
    yardstick: "lefthook's own binary, one sh script",
    target: '≤ 0.35',
    note: 'lefthook also asks git where the repository is.',
    measure: ({ folder }) => measureEvent(folder, 'Bash', 0.35, lefthook),
    ...NO_CC,
  },
  {
    id: 24,
    what: `${EVENTS.toLocaleString('en')} events through the resident runtime, p95`,
    yardstick: 'the first ones after 9,000',
    target: `≤ 1.2, memory +${MOST_MEGABYTES} MB`,
    note: 'the scene of row 6, a connection for each event. A pair is the p95 of one thousand of the last 10,000 against that of one of the first; memory counts from the 9,000th event, when the heap has found its size.',
    measure: measureMany,
  },
];

async function measureEvent(folder, tool, atMost, yardstickOf) {
  const scene = runScene(folder);
  const runtime = await startRuntime(scene);
  try {
    const launcher = JSON.parse(hooks(scene, ['serve', '--launcher', '--json'])).path;
    const stdinFile = writeEvent(folder, scene, tool);
    const timer = compile(
      folder,
      'spawn-time',
      readFileSync(path.join(import.meta.dirname, 'spawn-time.c'), 'utf8'),
    );
    const time = (argv) => async () => timeSpawn([...timer, stdinFile, ...argv], scene);
    const theirs = time(yardstickOf(scene, folder));
    const ours = time([launcher, 'claude-code', 'PreToolUse']);
    await fireMany(scene, tool, WARM_UP);
    const before = JSON.parse(hooks(scene, ['status', '--json'])).dispatched;
    const finding = await comparePairs('', PROCESS_PAIRS, ours, theirs);
    const { dispatched, rejected } = JSON.parse(hooks(scene, ['status', '--json']));
    if (dispatched - before !== PROCESS_PAIRS + 1 || rejected !== 0)
      throw new Error(`${dispatched} events were dispatched, ${rejected} rejected`);
    // The runtime's own time is in no child that was waited for.
    return [{ ...finding, cpuRatio: null, atMost }];
  } finally {
    await runtime.end();
  }
}

function timeSpawn(argv, { project, env }) {
  const { status, stdout } = spawnSync(argv[0], argv.slice(1), { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}`);
  const [wallUs, cpuUs] = stdout.split(' ').map(Number);
  return { wallMs: wallUs / 1000, cpuMs: cpuUs / 1000 };
}

/** The path of a static program, as a command line. */
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
  const stdinFile = path.join(folder, `resident-${tool}.json`);
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

async function startRuntime({ home, state, env }) {
  const child = spawn(process.execPath, [CLI, 'serve', '--home', home, '--state', state], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stderr, 'data'), ended]);
  return {
    daemonBytes: () =>
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    end: async () => {
      child.kill();
      await ended;
    },
  };
}

async function measureMany({ folder }) {
  const scene = runScene(folder);
  const runtime = await startRuntime(scene);
  try {
    await fireMany(scene, 'Read', HEAP_SETTLES);
    const before = runtime.daemonBytes();
    const first = await windowsOf(scene);
    await fireMany(scene, 'Read', EVENTS - 2 * WINDOWS * 1000);
    const last = await windowsOf(scene);
    const grown = (runtime.daemonBytes() - before) / 1024 / 1024;
    const turn = (times) => async () => ({ wallMs: times.shift(), cpuMs: Number.NaN });
    const finding = await comparePairs('', WINDOWS - 1, turn(last), turn(first));
    const also = `(${grown < 0 ? '−' : '+'}${Math.abs(Math.round(grown))} MB)`;
    return [{ ...finding, also, atMost: 1.2, isBroken: grown > MOST_MEGABYTES }];
  } finally {
    await runtime.end();
  }
}

/** The p95 of each thousand. */
async function windowsOf(scene) {
  const windows = [];
  while (windows.length < WINDOWS) windows.push((await fireMany(scene, 'Read', 1000))[950]);
  return windows;
}

/** Fires them one after the other, without a process for each; their times, the shortest first. */
async function fireMany(scene, tool, count) {
  const bytes = requestOf(scene, tool);
  const socket = path.join(scene.state, 'run/socket');
  const times = [];
  for (let turn = 0; turn < count; turn += 1) times.push(await timeEvent(socket, bytes));
  return times.sort((a, b) => a - b);
}

/** As a launcher writes it (packages/cli/src/serve/frames.ts). */
function requestOf({ project, env }, tool) {
  const environment = Object.entries(env).map(([name, value]) => `${name}=${value}\0`);
  const payload = JSON.stringify(eventOf(project, tool));
  const place = `${readlinkSync('/proc/self/ns/mnt')} ${process.umask().toString(8)}`;
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

/** In milliseconds, from the connection to the end of the answer. */
function timeEvent(path, bytes) {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(path, () => socket.write(bytes));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('end', () => {
      if (answer[9] === 'R') resolve(performance.now() - startedAt);
      else reject(new Error(`the runtime answered ${JSON.stringify(answer)}`));
    });
  });
}
