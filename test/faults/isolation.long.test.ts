import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Argv } from '@hookmd/core/hook-types';
import { type Isolation, isolate, whyNotIsolated } from '@hookmd/core/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bubblewrapFolder, offerBubblewrap } from '../support/bubblewrap.ts';
import { writeHook } from '../support/hook-package.ts';
import { CLI, runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

/**
 * What a hostile program tries. Each harms nothing but its own scratch place where it succeeds, since one day it will:
 * files of the system are opened and not written, settings of the kernel are set to what they are. In all of it stand the
 * places of `World`, and it says `OUT` where it succeeds.
 */
interface Escape {
  readonly says: string;
  readonly does: string;
}

interface World {
  readonly scratch: Scratch;
  readonly isolation: Isolation;
  readonly outside: ChildProcess;
  readonly server: Server;
  readonly port: number;
}

const node = (script: string): string => `node -e '${script}'`;
const connect = (to: string): string =>
  node(`require("net").connect(${to}).on("connect",()=>console.log("OUT")).on("error",()=>{})`);

const escapes: readonly Escape[] = [
  { says: 'writes to its package', does: 'echo x >> "$PACKAGE/handler.sh" && echo OUT' },
  { says: 'gives its package another mode', does: 'chmod 777 "$PACKAGE/handler.sh" && echo OUT' },
  { says: 'puts a file into its package', does: 'touch "$PACKAGE/new" && echo OUT' },
  { says: 'removes its package', does: 'rm -rf "$PACKAGE"; [ -e "$PACKAGE/handler.sh" ] || echo OUT' },
  { says: 'writes into the project', does: 'echo x > "$PROJECT/new" && echo OUT' },
  { says: 'makes the project writable', does: 'mount -o remount,rw,bind "$PROJECT" && echo OUT' },
  { says: 'reads a file of the home directory', does: 'cat "$HOME/.ssh/id" && echo OUT' },
  { says: 'reads it by a link in the project', does: 'cat "$PROJECT/link-to-id" && echo OUT' },
  {
    says: 'reads it by a link to a folder in the project',
    does: 'cat "$PROJECT/link-to-home/.ssh/id" && echo OUT',
  },
  { says: 'reads it by way of ..', does: 'cat "$PROJECT/../home/.ssh/id" && echo OUT' },
  { says: 'reads it by the root of process 1', does: 'cat "/proc/1/root$HOME/.ssh/id" && echo OUT' },
  { says: 'reads it by the folder of process 1', does: 'cat /proc/1/cwd/../home/.ssh/id && echo OUT' },
  { says: 'writes by a link in the project', does: 'echo x >> "$PROJECT/link-to-log" && echo OUT' },
  { says: 'reads the approvals', does: 'ls "$STATE/approvals" && echo OUT' },
  {
    says: 'approves itself',
    does: 'mkdir -p "$STATE/approvals" && echo "{}" > "$STATE/approvals/mine.json"',
  },
  { says: 'reads the copy of another package', does: 'cat "$STATE/store/other/handler.sh" && echo OUT' },
  { says: 'writes to /etc', does: ': >> /etc/passwd && echo OUT' },
  { says: 'reads the passwords', does: 'cat /etc/shadow && echo OUT' },
  { says: 'writes to /usr', does: '[ -w /usr/bin ] && echo OUT' },
  { says: 'writes to the root folder', does: '[ -w / ] && echo OUT' },
  { says: 'reads /run, /var or /sys', does: 'ls /run /var /sys 2> /dev/null | grep . && echo OUT' },
  { says: 'ends a process outside', does: 'kill -9 "$OUTSIDE" && echo OUT' },
  {
    says: 'sees a process outside',
    does: '[ -e "/proc/$OUTSIDE/environ" ] && tr "\\0" "\\n" < "/proc/$OUTSIDE/environ" | grep OUTSIDERS && echo OUT',
  },
  { says: 'reads the memory of process 1', does: 'head -c 1 /proc/1/mem && echo OUT' },
  {
    says: 'finds another root or other variables at process 1',
    does: '[ "$(ls /proc/1/root)" = "$(ls /)" ] || echo OUT; tr "\\0" "\\n" < /proc/1/environ | grep OUTSIDERS && echo OUT',
  },
  {
    says: 'changes what the kernel does',
    does: 'cat /proc/sys/kernel/core_pattern | tee /proc/sys/kernel/core_pattern > /dev/null && echo OUT; : >> /proc/sysrq-trigger && echo OUT',
  },
  { says: 'connects to this machine', does: connect('Number(process.env.PORT),"127.0.0.1"') },
  { says: 'connects to this machine by IPv6', does: connect('Number(process.env.PORT),"::1"') },
  { says: 'connects to an abstract socket', does: connect('"\\0hookmd-"+process.env.PORT') },
  { says: 'asks for a name', does: node('require("dns").lookup("example.com",(e)=>e||console.log("OUT"))') },
  { says: 'mounts', does: 'mkdir -p "$HOME/m" && mount -t tmpfs none "$HOME/m" && echo OUT' },
  { says: 'makes namespaces of its own', does: 'unshare -U true && echo OUT' },
  { says: 'makes a device', does: 'mknod "$HOME/sda" b 8 0 && echo OUT' },
  { says: 'reads a disk', does: 'head -c 1 /dev/sda /dev/vda /dev/nvme0n1 && echo OUT' },
  {
    says: 'changes the name of the machine',
    does: 'cat /proc/sys/kernel/hostname | tee /proc/sys/kernel/hostname > /dev/null && echo OUT',
  },
  { says: 'reads what the kernel says', does: 'head -c 1 /proc/kmsg /dev/kmsg && echo OUT' },
  {
    says: 'has a capability',
    does: 'grep -E "^Cap(Prm|Eff|Bnd|Amb):.*[1-9a-f]" /proc/self/status && echo OUT',
  },
  { says: 'may get privileges', does: 'grep "^NoNewPrivs:.*0" /proc/self/status && echo OUT' },
  { says: 'becomes another user', does: 'su nobody -s /bin/sh -c true < /dev/null && echo OUT' },
  { says: 'writes to a terminal', does: ': > /dev/tty && echo OUT' },
  {
    says: 'writes to a descriptor that was left open',
    does: 'for fd in 5 6 7 8 9; do [ -s "/proc/self/fd/$fd" ] && echo OUT; done; echo x >&9 && echo OUT',
  },
  { says: 'leaves a file of /tmp', does: 'touch /tmp/hookmd-escaped; echo' },
  {
    says: 'links its package to where it may write',
    does: 'ln "$PACKAGE/handler.sh" "$DATA/h" && echo x >> "$DATA/h" && echo OUT',
  },
  { says: 'replaces its own folder', does: 'rmdir "$DATA" || mv "$DATA" "$DATA.old" && echo OUT' },
];

const folder = bubblewrapFolder();
const isRoot = process.getuid?.() === 0;
const callers = isRoot ? [0, 65534] : [process.getuid?.() ?? 0];

it.skipIf(folder === null)('there is a bubblewrap that isolates programs', () => {
  expect(folder).not.toBeNull();
});

// Without one the test above is skipped, and says so for all of them.
describe.each(folder === null ? [] : callers)('an isolated program of user %i', (uid) => {
  let world: World;
  let abstract: Server;
  beforeAll(async () => {
    world = await makeWorld(uid);
    abstract = createServer().listen(`\0hookmd-${world.port}`);
  });
  afterAll(() => {
    world.outside.kill('SIGKILL');
    world.server.close();
    abstract.close();
    world.scratch.remove();
  });

  it.each(escapes)('is kept from what it tries: $says', ({ does }) => {
    const before = snapshot(world);
    const { stdout, ran } = run(world, uid, does);
    expect(ran).toBeNull();
    expect(stdout).not.toContain('OUT');
    expect(snapshot(world)).toEqual(before);
    expect(existsSync('/tmp/hookmd-escaped')).toBe(false);
  });

  it('finds what it needs: the system, Node, its package, the project, its folder, /tmp and standard input', () => {
    const { stdout, status } = run(
      world,
      uid,
      'cat "$PROJECT/file" "$PACKAGE/handler.sh"; node -p 1+1; echo data > "$DATA/kept"; cat "$DATA/kept"; touch /tmp/x "$HOME/x" && cat /dev/stdin; pwd; exit 2',
    );
    expect(stdout).toBe(`project\n#!/bin/sh\n2\ndata\ngiven${world.scratch.project}\n`);
    expect(status).toBe(2);
  });

  it('changes the project where that was granted', () => {
    const granted = { ...world, isolation: { ...world.isolation, writesProject: true } };
    run(granted, uid, 'echo mine > "$PROJECT/file"');
    expect(readFileSync(join(world.scratch.project, 'file'), 'utf8')).toBe('mine\n');
    writeFileSync(join(world.scratch.project, 'file'), 'project\n');
  });

  it('sees nothing of a home directory that stands for a project', () => {
    const home = { ...world, isolation: { ...world.isolation, projectDir: world.scratch.home } };
    expect(run(home, uid, 'cat "$HOME/.ssh/id"; pwd').stdout).toBe('/tmp\n');
  });

  it('sees nothing of it either where the home directory is named by a link', () => {
    const home = join(world.scratch.dir, 'link-to-home');
    if (!existsSync(home)) symlinkSync(world.scratch.home, home);
    const dataDir = world.scratch.log;
    const linked = { ...world.isolation, home, dataDir, projectDir: world.scratch.home };
    expect(run({ ...world, isolation: linked }, uid, `cat "${world.scratch.home}/.ssh/id"; pwd`).stdout).toBe(
      '/tmp\n',
    );
  });

  it('sees no file because its command line names it', () => {
    const words = ['-c', 'cat "$1" "$2"; echo done', 'sh'] as const;
    const id = join(world.scratch.home, '.ssh/id');
    const argv = ['/bin/sh', ...words, id, join(world.scratch.state, 'approvals/one.json')] as const;
    expect(runWords(world, uid, argv).stdout).toBe('done\n');
  });

  it('sees, of a program below the home directory, no more than it needs', () => {
    const tools = join(world.scratch.home, '.cargo');
    for (const name of ['bin', 'lib', 'share']) mkdirSync(join(tools, name), { recursive: true });
    for (const name of ['lib', 'share']) writeFileSync(join(tools, name, 'file'), `${name}\n`);
    const script = '#!/bin/sh\ncd "$(dirname "$0")" && cat ../lib/file ../share/file\necho done\n';
    writeFileSync(join(tools, 'bin/tool'), script, { mode: 0o755 });
    expect(runWords(world, uid, [join(tools, 'bin/tool')]).stdout).toBe('lib\ndone\n');
  });

  it('leaves no process behind that left its session', () => {
    const name = `86${world.port}.${uid}`;
    run(world, uid, `setsid sleep ${name} & (setsid sleep ${name} &); sleep 0.05`);
    expect(spawnSync('pgrep', ['-f', `sleep ${name}`]).status).toBe(1);
  });

  it('has not run where its namespaces could not be made, whatever the exit status', () => {
    const broken = { ...world, isolation: { ...world.isolation, home: '/proc/nothing' } };
    expect(run(broken, uid, 'exit 2').ran).toMatch(/^bwrap: /);
    expect(run(world, uid, 'exit 1').ran).toBeNull();
  });
});

async function makeWorld(uid: number): Promise<World> {
  const scratch = makeScratch();
  const state = scratch.state;
  const inside = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
  };
  inside(join(scratch.home, '.ssh/id'), 'secret\n');
  inside(join(scratch.log, 'file'), 'log\n');
  inside(join(scratch.project, 'file'), 'project\n');
  inside(join(state, 'approvals/one.json'), '{}');
  for (const name of ['pkg', 'other']) inside(join(state, 'store', name, 'handler.sh'), '#!/bin/sh\n', 0o555);
  mkdirSync(join(state, 'data/user/x'), { recursive: true });
  symlinkSync(join(scratch.home, '.ssh/id'), join(scratch.project, 'link-to-id'));
  symlinkSync(scratch.home, join(scratch.project, 'link-to-home'));
  symlinkSync(join(scratch.log, 'file'), join(scratch.project, 'link-to-log'));
  if (isRoot && uid !== 0) {
    spawnSync('chown', ['-Rh', `${uid}:${uid}`, scratch.dir]);
    chownSync(scratch.dir, uid, uid);
  }
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  const { port } = server.address() as { port: number };
  const outside = spawn('sleep', ['600'], {
    env: { OUTSIDERS: 'yes', PATH: '/usr/bin:/bin' },
    ...(isRoot ? { uid } : {}),
  });
  const isolation: Isolation = {
    backend: join(folder ?? '', 'bwrap'),
    packageDir: join(state, 'store/pkg'),
    builtDir: null,
    projectDir: scratch.project,
    dataDir: join(state, 'data/user/x'),
    home: scratch.home,
    writesProject: false,
  };
  return { scratch, isolation, outside, server, port };
}

interface Ran {
  readonly stdout: string;
  readonly status: number | null;
  /** Why it did not. */
  readonly ran: string | null;
}

/** Runs a shell as `uid`. */
function run(world: World, uid: number, script: string): Ran {
  return runWords(world, uid, ['/bin/sh', '-c', script]);
}

function runWords({ scratch, isolation, outside, port }: World, uid: number, words: Argv): Ran {
  const argv = isolate(words, scratch.project, isolation, 3);
  const given = join(scratch.dir, 'given');
  writeFileSync(given, 'given', { mode: 0o644 });
  const ended = spawnSync(argv[0], argv.slice(1), {
    cwd: scratch.project,
    stdio: [openSync(given, 'r'), 'pipe', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: scratch.home,
      PACKAGE: isolation.packageDir,
      PROJECT: scratch.project,
      DATA: isolation.dataDir,
      STATE: scratch.state,
      OUTSIDE: String(outside.pid),
      PORT: String(port),
    },
    timeout: 10_000,
    killSignal: 'SIGKILL',
    ...(isRoot ? { uid, gid: uid } : {}),
  });
  const [, stdout = '', stderr = '', report = ''] = ended.output.map((item) => item?.toString() ?? '');
  return { stdout, status: ended.status, ran: whyNotIsolated(report, stderr) };
}

/** What stands outside, that nothing may change. */
function snapshot({ scratch, isolation, outside }: World): readonly string[] {
  const listed = spawnSync('find', [
    scratch.home,
    scratch.project,
    scratch.log,
    '-not',
    '-path',
    `${isolation.dataDir}*`,
    '-printf',
    '%p %m %s %T@\\n',
  ]);
  return [listed.stdout.toString(), String(outside.exitCode ?? outside.signalCode)];
}

describe.each(offerBubblewrap() ? ['an isolated hook'] : [])('%s', () => {
  it('is given no descriptor that whoever fired the event left open', () => {
    const scratch = makeScratch();
    try {
      const does =
        'for fd in 4 5 6 7 8 9; do [ -p "/proc/self/fd/$fd" ] && echo "open: $fd" >&2; done; echo done >&2; exit 2';
      const files = { 'handler.sh': { text: `#!/bin/sh\n${does}\n`, mode: 0o755 } };
      writeHook(scratch, { name: 'curious', files, front: { isolation: 'strict' } }, 'PreToolUse');
      const words = ['run', 'PreToolUse', '--dangerously-trust-all', '--home', scratch.home];
      const call = `exec 9> left; mkfifo pipe; exec 8<> pipe; exec "$0" "$@"`;
      const ended = spawnSync(
        'sh',
        ['-c', call, process.execPath, CLI, ...words, '--project', scratch.project],
        {
          cwd: scratch.dir,
          input: '{"tool_name":"Bash","tool_input":{}}',
          encoding: 'utf8',
          env: { PATH: process.env['PATH'] ?? '' },
        },
      );
      expect(ended.stdout).toMatch(/^PreToolUse {2}blocked: done\n/);
    } finally {
      scratch.remove();
    }
  });

  it('may be a handler that was built', async () => {
    const scratch = makeScratch();
    try {
      const text = [
        "import { defineHook } from '@hookmd/sdk';",
        "export default defineHook({ on: 'PreToolUse', run: (_, h) => h.block('no') });",
      ].join('\n');
      writeHook(
        scratch,
        {
          name: 'typed',
          files: { 'handler.ts': text },
          front: { isolation: 'strict', handler: './handler.ts', command: null, env: null },
        },
        'PreToolUse',
      );
      expect((await runHooks(scratch, ['enable', 'typed', '--yes'])).exit).toBe(0);
      const ended = await runHooks(scratch, ['run', 'PreToolUse', '--json'], {
        stdin: '{"tool_name":"Bash","tool_input":{}}',
      });
      expect(JSON.parse(ended.stdout)).toMatchObject({ decision: 'block', hooks: [{ outcome: 'blocking' }] });
    } finally {
      scratch.remove();
    }
  });

  it('is asked to end, and has its grace, before it is ended', async () => {
    const scratch = makeScratch();
    try {
      const does = 'trap "echo tidy > $HOOK_DATA_DIR/tidy; exit 0" TERM; while :; do sleep 0.01; done';
      const files = { 'handler.sh': { text: `#!/bin/sh\n${does}\n`, mode: 0o755 } };
      const front = { isolation: 'strict', timeout: '1s' };
      writeHook(scratch, { name: 'tidies', files, front }, 'PreToolUse');
      const words = ['run', 'PreToolUse', '--json', '--dangerously-trust-all'];
      const ended = await runHooks(scratch, words, { stdin: '{"tool_name":"Bash","tool_input":{}}' });
      expect(JSON.parse(ended.stdout).hooks[0]).toMatchObject({ cause: 'TIMEOUT' });
      expect(readFileSync(join(scratch.state, 'data/user/tidies/tidy'), 'utf8')).toBe('tidy\n');
    } finally {
      scratch.remove();
    }
  });
});
