import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareStream, readRecords, startNats, until } from './support/nats-server.mjs';
import { CLI } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

const FLEET = fileURLToPath(new URL('../packages/fleet', import.meta.url));
let scratch: Scratch;
let server: Awaited<ReturnType<typeof startNats>>;
let daemon: ChildProcess;
let modules: string;

beforeEach(async () => {
  scratch = makeScratch();
  server = await startNats(scratch.dir);
  // As npm installs it; the fleet package is beside it where a test puts it there.
  modules = join(scratch.dir, 'lib/node_modules');
  cpSync(dirname(CLI), join(modules, 'hookmd/dist'), { recursive: true });
}, 150_000);

afterEach(async () => {
  if (daemon.exitCode === null && daemon.signalCode === null) {
    const ended = once(daemon, 'exit');
    daemon.kill();
    await ended;
  }
  await server.stop();
  scratch.remove();
});

/** In a mount namespace of its own, `etc` of the scratch place stands for that of the machine. Its daemon runs until the test ends. */
async function sendOne(path: string, idle = '3s'): Promise<void> {
  const hooks = `'${process.execPath}' '${join(modules, 'hookmd/dist/hooks.cjs')}'`;
  const script = `mount --bind '${join(scratch.dir, 'etc')}' /etc && cd '${scratch.project}' || exit 1
    echo '{"tool_name":"Bash","tool_input":{"command":"ls"}}' | ${hooks} run PreToolUse > /dev/null
    exec ${hooks} daemon --idle ${idle} --home '${scratch.home}' --state '${scratch.state}'`;
  daemon = spawn('unshare', ['-rm', 'sh', '-c', script], {
    env: { HOME: scratch.home, PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (daemon.stderr !== null) await once(daemon.stderr, 'data');
}

function installBeside(): void {
  mkdirSync(join(modules, '@hookmd'));
  symlinkSync(FLEET, join(modules, '@hookmd/fleet'));
}

function writePolicy(): void {
  const etc = join(scratch.dir, 'etc/hookmd');
  mkdirSync(etc, { recursive: true });
  writeFileSync(join(etc, 'policy.yaml'), `fleet: { nats: { servers: ["${server.url}"] } }\n`);
}

function shipper(): string {
  return readFileSync(`/proc/${daemon.pid}/task/${daemon.pid}/children`, 'latin1').trim();
}

it('the daemon sends the event log with the package beside it, until it ends', {
  timeout: 60_000,
}, async () => {
  installBeside();
  await prepareStream(server.url);
  writePolicy();
  await sendOne('/usr/bin:/bin', '1m');
  await until('the event is stored', async () => (await readRecords(server.url)).length === 1);
  const pid = shipper();
  expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).toContain('\0ship\0');
  daemon.kill('SIGKILL');
  await until('its shipper has ended', () => !existsSync(`/proc/${pid}`));
});

it('the daemon sends to a receiver that the policy names later', { timeout: 120_000 }, async () => {
  installBeside();
  await prepareStream(server.url);
  mkdirSync(join(scratch.dir, 'etc'));
  await sendOne('/usr/bin:/bin', '2m');
  expect(shipper()).toBe('');
  writePolicy();
  await until('the event is stored', async () => (await readRecords(server.url)).length === 1, 90_000);
});

it('the daemon loads no package from the PATH of an agent', { timeout: 60_000 }, async () => {
  const bin = join(scratch.dir, 'bin');
  mkdirSync(bin);
  writePolicy();
  const loaded = join(scratch.dir, 'loaded');
  const program = `#!/usr/bin/env node\nrequire('node:fs').writeFileSync(${JSON.stringify(loaded)}, '');\n`;
  for (const name of ['hooks-fleet', 'hooks-fleet.js', 'main.js']) writeFileSync(join(bin, name), program);
  chmodSync(join(bin, 'hooks-fleet'), 0o755);
  await sendOne(`${bin}:/usr/bin:/bin`);
  // It has loaded what it loads long before it ends by itself.
  await once(daemon, 'exit');
  expect(existsSync(loaded)).toBe(false);
});
