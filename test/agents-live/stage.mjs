/** Where one agent is played: a home and a project of its own, and what was started there, to its end. */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const CLI = path.resolve(import.meta.dirname, '../../packages/cli/dist/hooks.cjs');
const AGENT_MS = 180_000;

export function makeStage(agent, { folder: installed, besides, node, model }) {
  const dir = realpathSync(mkdtempSync(path.join(tmpdir(), `hookmd-${agent.name}-`)));
  const inside = (...names) => path.join(dir, ...names);
  for (const made of ['home', 'project/.git', 'tmp', 'output']) mkdirSync(inside(made), { recursive: true });
  const bin = path.join(installed, 'node_modules', '.bin');
  const places = {
    dir,
    home: inside('home'),
    project: inside('project'),
    installed,
    besides,
    url: model.url,
  };
  for (const [name, text] of Object.entries(agent.files?.(places) ?? {})) {
    mkdirSync(path.dirname(inside(name)), { recursive: true });
    writeFileSync(inside(name), text);
  }
  for (const [from, to] of Object.entries(agent.copies?.(places) ?? {}))
    cpSync(from, inside(to), { recursive: true });
  return {
    ...places,
    // Nothing is inherited: no key, no proxy, and no variable by which an agent is known.
    environment: {
      PATH: [bin, path.dirname(node), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      HOME: places.home,
      USER: 'somebody',
      SHELL: '/bin/sh',
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      NO_COLOR: '1',
      TMPDIR: inside('tmp'),
      ...agent.environment?.(places),
    },
    program: path.join(bin, agent.program),
  };
}

/** The agent, until it has ended or its time is over; what it prints is kept in `output/NAME`. */
export function runAgent(stage, words, name) {
  return new Promise((resolve) => {
    const { program, project: cwd, environment: env, dir } = stage;
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data));
    const timer = setTimeout(() => child.kill('SIGKILL'), AGENT_MS);
    const end = (ending) => {
      clearTimeout(timer);
      writeFileSync(path.join(dir, 'output', name), Buffer.concat(said));
      resolve(ending);
    };
    child.on('error', ({ message }) => end(message));
    // Not `close`: what it leaves behind may hold its output open.
    child.on('exit', (code, signal) => end(signal === null ? `status ${code}` : signal));
  });
}

/** The built command, as a person calls it there. Throws what it says where it fails. */
export function hooks({ home, project, environment: { PATH } }, words) {
  const call = spawnSync(process.execPath, [CLI, ...words], {
    cwd: project,
    env: { PATH, HOME: home },
    encoding: 'utf8',
  });
  if (call.status === 0) return call.stdout;
  throw new Error(`hooks ${words.join(' ')} ended with ${call.status}: ${call.stderr || call.stdout}`);
}

/** Ends what the agent left behind, each by its number: whatever has the home of this stage. Found on Linux only. */
export function endLeftovers({ home }) {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      if (variables.includes(`HOME=${home}`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended, or is of somebody else.
    }
  }
}
