import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Probe, until } from './hostile.fixture.ts';

/** Faults of the whole machine or of the host's own life: each in a host process of its own. */

const probe = new Probe();
const has = (...argv: [string, ...string[]]): boolean => spawnSync(argv[0], argv.slice(1)).status === 0;
const mayMount = has('unshare', '-rm', 'true');
const hasPrlimit = has('prlimit', '--version');

beforeAll(() => {
  buildSync({
    entryPoints: [join(import.meta.dirname, 'process.ts')],
    outfile: join(probe.folder, 'process.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  chmodSync(probe.folder, 0o755); // for the host that runs as nobody
});

afterAll(async () => {
  await until('no process is left', () => probe.survivors().length === 0, 1000);
  rmSync(probe.folder, { recursive: true });
});

/** Writes a host whose `run(source)` is runProcess with sh; what it prints with `say` comes back as lines. */
function writeHost(body: string): string {
  const { env } = probe.request('');
  return probe.write(
    'host.mjs',
    `import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
     import { spawnSync } from 'node:child_process';
     import { killGroupsOf, runProcess } from './process.mjs';
     const say = (value) => writeSync(1, JSON.stringify(value) + '\\n');
     const run = (source, more) => runProcess({
       argv: ['/bin/sh', '-c', source], cwd: '/', owner: run, env: ${JSON.stringify(env)}, stdin: '', timeoutMs: 5000, ...more });
     ${body}`,
  );
}

function runHost(argv: readonly [string, ...string[]], options: object = {}): Promise<unknown[]> {
  const env = { PATH: process.env.PATH };
  return new Promise((resolve, reject) => {
    execFile(argv[0], argv.slice(1), { env, ...options }, (error, stdout, stderr) => {
      if (error !== null || stderr !== '') reject(error ?? new Error(stderr));
      else
        resolve(
          stdout
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line)),
        );
    });
  });
}

describe('a host', () => {
  it.runIf(hasPrlimit)('without descriptors gets EMFILE as a value, and works again later', async () => {
    const host = writeHost(`
      await run('exit 0');
      const count = () => readdirSync('/proc/self/fd').length;
      const before = count();
      const held = [];
      try { for (;;) held.push(openSync('/dev/null', 'r')); } catch {}
      const results = [];
      for (let free = 0; free <= 10; free += 1) {
        results.push(await run('cat', { stdin: 'x' }));
        closeSync(held.pop());
      }
      for (const descriptor of held) closeSync(descriptor);
      const leaked = count() - before;
      for (let left = 20; left > 0; left -= 1) results.push(await run('cat', { stdin: 'x' }));
      say(results.map(({ end, errorCode, stdout }) => errorCode ?? end + stdout));
      say([leaked, count() - before]);`);
    const [ends, leaks] = (await runHost(['prlimit', '--nofile=64', process.execPath, host])) as [
      string[],
      [number, number],
    ];
    expect(new Set(ends)).toEqual(new Set(['EMFILE', 'exitx']));
    expect(ends.slice(-20)).toEqual(Array.from({ length: 20 }, () => 'exitx'));
    // Node 20 drops the pipes of a spawn that runs out of descriptors after making them.
    expect(leaks[0]).toBeLessThanOrEqual(8);
    expect(leaks[1]).toBe(leaks[0]);
  });

  it.runIf(hasPrlimit)('that may not fork gets EAGAIN as a value', async () => {
    const host = writeHost(`
      spawnSync('prlimit', ['--nproc=0', '--pid', String(process.pid)]);
      const { end, errorCode } = await run('exit 0');
      say([end, errorCode]);`);
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    expect(await runHost([process.execPath, host], nobody)).toEqual([['spawn-error', 'EAGAIN']]);
  });

  it.runIf(mayMount)('with a full disk still hands over all of stdin', async () => {
    const small = join(probe.folder, 'small');
    mkdirSync(small);
    const host = writeHost(`
      const { end, stdout } = await run('wc -c', { stdin: 'x'.repeat(300000) });
      say([end, String(stdout).trim(), readdirSync(process.env.TMPDIR)]);`);
    const script = `mount -t tmpfs -o size=64k none ${small} && TMPDIR=${small} exec ${process.execPath} ${host}`;
    expect(await runHost(['unshare', '-rm', 'sh', '-c', script])).toEqual([['exit', '300000', []]]);
  });

  it('that aborts and has nothing else to do lives until the group is dead, no longer', async () => {
    const host = writeHost(`
      const abort = new AbortController();
      const running = run("trap '' TERM; while :; do sleep 100; done", { signal: abort.signal });
      setTimeout(() => abort.abort(), 100);
      say((await running).end);`);
    expect(await runHost([process.execPath, host])).toEqual(['aborted']);
    expect(probe.survivors()).toEqual([]);
  });

  it('that exits at once takes its groups along with killGroupsOf', async () => {
    const host = writeHost(`
      process.on('exit', () => killGroupsOf(run));
      run("trap '' TERM; while :; do sleep 100; done");
      setTimeout(() => { say('bye'); process.exit(0); }, 100);`);
    expect(await runHost([process.execPath, host])).toEqual(['bye']);
    await until('no process is left', () => probe.survivors().length === 0, 1000);
  });

  it('is not kept alive by a process that cannot be killed', async () => {
    const host = writeHost(`
      process.kill = () => true;
      const { end } = await run('exec sleep 100', { timeoutMs: 50 });
      say(end);`);
    expect(await runHost([process.execPath, host], { timeout: 5000 })).toEqual(['timeout']);
    for (const pid of probe.survivors()) execFileSync('kill', ['-9', String(pid)]);
  });
});
