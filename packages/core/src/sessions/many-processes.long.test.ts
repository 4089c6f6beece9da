import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEnablement } from '../registry/enablement.ts';
import { readPackage } from '../trust/digest.ts';
import { removeTree } from '../trust/package-tree.ts';
import { storePackage, verifyStored } from '../trust/store.ts';
import { isOpen, recordFailure } from './breakers.ts';
import { openSession } from './sessions.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;

const NOBODY = 65534;
const isRoot = process.geteuid?.() === 0;

let root: string;
let script: string;
let dir: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'hookmd-processes-'));
  chmodSync(root, 0o755); // some of the processes run as another user
  script = join(root, 'one-of-many.mjs');
  const source = fileURLToPath(new URL('many-processes.fixture.mjs', import.meta.url));
  buildSync({ entryPoints: [source], outfile: script, bundle: true, platform: 'node', format: 'esm' });
});
afterAll(() => removeTree(root));
beforeEach(() => {
  dir = mkdtempSync(join(root, 'case-'));
});

function start(task: string, args: readonly string[], options: { uid?: number; gid?: number } = {}): Child {
  const argv = [script, task, ...args];
  return spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'], ...options });
}

/** Starts one process for each argument, lets all go at the same moment and returns what they printed. */
async function together(task: string, args: readonly string[], options = {}): Promise<unknown[]> {
  const children = args.map((arg) => start(task, [dir, arg], options));
  const outputs = children.map((child) => {
    const output = { text: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.text += text));
    return output;
  });
  const ended = children.map((child) => once(child, 'close'));
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  for (const child of children) child.stdin.end('g');
  await Promise.all(ended);
  return outputs.map(({ text }) => JSON.parse(text.replace('ready\n', '')));
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

function writePackage(): void {
  mkdirSync(join(dir, 'package', 'lib'), { recursive: true });
  writeFileSync(join(dir, 'package', 'HOOK.md'), '---\n---\n');
  for (const name of numbers(20)) writeFileSync(join(dir, 'package', 'lib', name), name.repeat(5000));
}

describe('at the same moment', () => {
  test('50 processes enable 50 hooks and none is lost', async () => {
    await together('enable', numbers(50));
    const enabled = numbers(50).map((index) => readEnablement(dir, `user/hook-${index}`, null).enabled);
    expect(enabled).toEqual(numbers(50).map(() => true));
    expect(readdirSync(join(dir, 'enablement', 'user', '_'))).toHaveLength(50);
  });

  test('10 processes store one package and all get the same single copy', async () => {
    writePackage();
    const { digest } = readPackage(join(dir, 'package'));
    expect(await together('store', numbers(10))).toEqual(numbers(10).map(() => digest));
    expect(readdirSync(join(dir, 'store'))).toEqual([digest?.slice(7)]);
    expect(verifyStored(join(dir, 'store'), digest ?? '', 'x')).toBeNull();
  });

  test('10 processes repair one damaged copy', async () => {
    writePackage();
    const { digest, path } = storePackage(join(dir, 'package'), join(dir, 'store'));
    chmodSync(join(path, 'lib'), 0o700);
    writeFileSync(join(path, 'lib', 'added'), '');
    expect(new Set(await together('store', numbers(10)))).toEqual(new Set([digest]));
    expect(readdirSync(join(dir, 'store'))).toEqual([digest.slice(7)]);
    expect(verifyStored(join(dir, 'store'), digest, 'x')).toBeNull();
  });

  test('one of 10 processes gets a claim', async () => {
    const claims = await together('claim', numbers(10));
    expect(claims.filter((claim) => claim === true)).toHaveLength(1);
  });

  test('10 processes count to 10', async () => {
    await together('increment', numbers(10));
    expect(openSession(dir, 'agent', 'session').count('stop')).toBe(10);
  });

  test('one of 10 processes gets the probe of a breaker', async () => {
    const now = 1_700_000_000_000;
    for (let failure = 0; failure < 5; failure += 1) recordFailure(dir, 'user/x', now);
    const states = await together(
      'probe',
      numbers(10).map((index) => String(now + 60_000 + Number(index))),
    );
    expect(states.sort()).toEqual([...Array.from({ length: 9 }, () => 'open'), 'probe']);
    expect(isOpen(dir, 'user/x', now + 60_010)).toBe('open');
  });

  test('10 processes under one lock lose no step, also when they find it held by a dead process', async () => {
    writeFileSync(join(dir, 'counter'), '0');
    const dead = await lockOfDeadProcess();
    mkdirSync(join(dir, 'lock'));
    writeFileSync(join(dir, 'lock', dead), '');
    await together('countAlone', numbers(10));
    expect(readFileSync(join(dir, 'counter'), 'utf8')).toBe('10');
    expect(readdirSync(dir)).toEqual(['counter']);
  });

  test('10 processes write 200 event log lines that do not mix', async () => {
    await together('eventLog', numbers(10));
    const lines = readFileSync(join(dir, '1970-01-01.jsonl'), 'utf8').trimEnd().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { traceId: string }).traceId.replace(/-x+$/, ''));
    expect(new Set(ids).size).toBe(200);
  });
});

/** Name of the file in a lock whose holder was killed while it held it. */
async function lockOfDeadProcess(): Promise<string> {
  const holder = start('writeForEver', [dir]);
  await once(holder.stdout, 'data');
  holder.kill('SIGKILL');
  await once(holder, 'close');
  const { withLock } = await import('../state/lock.ts');
  const [name = ''] = withLock(join(dir, 'lock'), () => readdirSync(join(dir, 'lock')));
  return name.replace(/^\d+/, String(holder.pid));
}

describe('a kill', () => {
  test('at any moment of a write leaves the old or the new record', async () => {
    const path = join(dir, 'record');
    for (let round = 0; round < 25; round += 1) {
      const child = start('writeForEver', [dir]);
      await once(child.stdout, 'data');
      child.stdin.end('g');
      for (let write = 0; write <= round % 5; write += 1) await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'close');
      const text = readFileSync(path, 'utf8');
      expect([round, text.length, new Set(text).size]).toEqual([round, 300_000, 1]);
    }
  });
});

test('a package that is rewritten while it is stored is stored under the digest of its copy', async () => {
  writePackage();
  const store = join(dir, 'store');
  const child = start('rewriteForEver', [dir]);
  await once(child.stdout, 'data');
  child.stdin.end('g');
  const digests = new Set<string>();
  for (let round = 0; round < 30; round += 1) {
    await once(child.stdout, 'data');
    const { digest } = storePackage(join(dir, 'package'), store);
    expect(verifyStored(store, digest, 'x')).toBeNull();
    digests.add(digest);
  }
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(digests.size).toBeGreaterThan(1);
});

test('permissions bind: the copy of another user than root is read-only and can still be removed', async ({
  skip,
}) => {
  if (!isRoot) skip('the other tests already run without root');
  writePackage();
  chmodSync(dir, 0o755);
  chownSync(dir, NOBODY, NOBODY);
  expect(await together('storeAndClean', ['0'], { uid: NOBODY, gid: NOBODY })).toEqual([
    { write: 'EACCES', add: 'EACCES', names: 1, damaged: null, isGone: true },
  ]);
});

describe('a disk that cannot be written', () => {
  const canUnshare = spawnSync('unshare', ['-rm', 'true']).status === 0;
  const failing = {
    record: 'STATE_NOT_WRITABLE',
    store: 'STATE_NOT_WRITABLE',
    eventLog: 'EVENT_LOG_NOT_WRITABLE',
    kept: 3,
    left: [],
  };

  /** Tries everything on a small disk of its own that holds a record and a package of 200 KB. */
  function runOnDisk(mountOptions: string, afterwards: string): unknown {
    const prepare = [
      `mount -t tmpfs -o ${mountOptions} none "$1" && cd "$1" && chmod 700 .`,
      'printf old > record && printf x > kept && mkdir package && printf -- "---\\n---\\n" > package/HOOK.md',
      'head -c 200000 /dev/zero > package/big',
      afterwards,
      'printf g | "$2" "$3" everythingFails "$1"',
    ];
    const argv = ['-rm', 'sh', '-ec', prepare.join('\n'), 'sh', dir, process.execPath, script];
    return JSON.parse(execFileSync('unshare', argv, { encoding: 'utf8' }).replace('ready\n', ''));
  }

  test('a full disk leaves the old state, no half files and a clear error', ({ skip }) => {
    if (!canUnshare) skip('unshare is not permitted here');
    expect(runOnDisk('size=400k', 'true')).toMatchObject({ ...failing, lock: 'done' });
  });

  test('a read-only disk refuses changes and keeps no hook from being asked', ({ skip }) => {
    if (!canUnshare) skip('unshare is not permitted here');
    expect(runOnDisk('size=4m', 'mount -o remount,bind,ro "$1"')).toEqual({
      ...failing,
      remove: 'STATE_NOT_WRITABLE',
      lock: 'STATE_NOT_WRITABLE',
      claims: [true, true],
      problems: ['SESSION_NOT_WRITABLE'],
      breaker: ['done', 'done', 'closed'],
    });
  });

  test('a disk without free inodes is a full disk', ({ skip }) => {
    if (!canUnshare) skip('unshare is not permitted here');
    expect(runOnDisk('size=4m,nr_inodes=7', 'touch last 2>/dev/null || true')).toMatchObject({
      ...failing,
      lock: 'STATE_NOT_WRITABLE',
      claims: [true, true],
      problems: ['SESSION_NOT_WRITABLE'],
    });
  });
});
