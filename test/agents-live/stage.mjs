/** The environment of one agent: a new home and project, and the processes that run there. */
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

export function makeStage(agent, { folder: installed, besides, node, model, isManaged }) {
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
  // Managed entries use the home directory of the account.
  if (isManaged) writeFileSync('/etc/passwd', `root:x:0:0::${places.home}:/bin/sh\n`);
  return {
    ...places,
    isManaged,
    // Inherits nothing: no key, no proxy, and no variable that identifies an agent.
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

/** Runs the agent until it ends or its timeout is over. Writes its output to `output/NAME`. */
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
    // Not `close`: processes that the agent leaves behind can keep its output open.
    child.on('exit', (code, signal) => end(signal === null ? `status ${code}` : signal));
  });
}

/** Runs the built `hooks` as the user does. Throws an error with its output if it fails. */
export function hooks({ home, project, environment: { PATH } }, words) {
  const call = spawnSync(process.execPath, [CLI, ...words], {
    cwd: project,
    env: { PATH, HOME: home },
    encoding: 'utf8',
  });
  if (call.status === 0) return call.stdout;
  throw new Error(`hooks ${words.join(' ')} ended with ${call.status}: ${call.stderr || call.stdout}`);
}

/** Ends processes that the agent left behind: those whose HOME is that of this stage. Works on Linux only. */
export function endLeftovers({ home }) {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      if (variables.includes(`HOME=${home}`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
}
