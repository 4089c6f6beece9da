/** The code that V8 made of a bundle is kept, and used only where nobody but the owner of the bundle can have written it. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Script } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const BUILT = path.resolve(import.meta.dirname, '../packages/cli/dist');
/** The seal, and 24 lessons. */
const HEAD_BYTES = 128;
const isRoot = process.geteuid?.() === 0;
const EVENT = JSON.stringify({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  transcript_path: '/t',
  cwd: '/',
  tool_name: 'Read',
  tool_input: { file_path: 'a.ts' },
});
let folder = '';
let dist = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hookmd-code-'));
  dist = path.join(folder, 'dist');
  const isShipped = (source: string) => !source.includes('code-cache') && !source.includes('bundled-hooks');
  cpSync(BUILT, dist, { recursive: true, filter: isShipped });
  mkdirSync(path.join(folder, 'project'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('kept code', () => {
  test('is used by the next call', () => {
    expect(listEvents()).toContain('PreToolUse');
    forgeKeptCode();
    expect(listEvents()).toContain('PreT0olUse');
  });

  test('is written until two calls in turn have taught nothing', () => {
    const written = [1, 2, 3, 4, 5].map(() => {
      listEvents();
      // Not its number: the one before last is free again, and may be given to the next.
      return statSync(keptFile(), { bigint: true }).ctimeNs;
    });
    expect(new Set(written.slice(0, 3)).size).toBe(3);
    expect(written.slice(3)).toEqual([written[2], written[2]]);
  });

  test('learns from calls that come to their end what those before them, which failed, did not teach', () => {
    for (const payload of ['', '', '{', '', '']) fire(payload);
    const ofFailures = keptBytes('commands-run');
    for (let call = 0; call < 3; call += 1) fire(EVENT);
    const ofBoth = keptBytes('commands-run');
    rmSync(path.join(dist, 'code-cache'), { recursive: true });
    for (let call = 0; call < 3; call += 1) fire(EVENT);
    expect(ofFailures).toBeLessThan(0.8 * keptBytes('commands-run'));
    expect(ofBoth).toBeGreaterThan(0.99 * keptBytes('commands-run'));
  });

  test('of other flags of V8 is another file, and leaves that without flags as it is', () => {
    listEvents();
    forgeKeptCode();
    expect(listEvents({ NODE_OPTIONS: '--max-old-space-size=512' })).toContain('PreToolUse');
    expect(keptOf('commands-events')).toHaveLength(2);
    expect(listEvents()).toContain('PreT0olUse');
  });

  test('is the same for flags that are none of V8', () => {
    listEvents({ NODE_OPTIONS: '--no-deprecation' });
    listEvents({ NODE_OPTIONS: '--no-warnings' });
    expect(keptOf('commands-events')).toHaveLength(1);
  });

  test('leaves nothing half-written behind', () => {
    listEvents();
    expect(readdirSync(path.join(dist, 'code-cache')).filter((name) => !name.endsWith('.bin'))).toEqual([]);
  });

  const doubts: Record<string, { spoil: () => void; needsRoot?: boolean }> = {
    'its bundle changed': { spoil: () => utimesSync(bundle(), 1, 1) },
    'others may write it': { spoil: () => chmodSync(keptFile(), 0o666) },
    'its group may write it': { spoil: () => chmodSync(keptFile(), 0o664) },
    'somebody else owns it': { spoil: () => chownSync(keptFile(), 4321, 4321), needsRoot: true },
    'it is cut off': { spoil: () => truncateTo(keptFile(), 4_000) },
    'it is empty': { spoil: () => truncateTo(keptFile(), 0) },
    'it is no file': { spoil: () => replaceByFolder(keptFile()) },
  };
  test.each(Object.entries(doubts))('is not used where %s', (_, { spoil, needsRoot = false }) => {
    if (needsRoot && !isRoot) return;
    listEvents();
    forgeKeptCode();
    spoil();
    expect(listEvents()).toContain('PreToolUse');
  });

  test('is neither used nor kept where Node is told to keep none', () => {
    listEvents();
    forgeKeptCode();
    expect(listEvents({ NODE_DISABLE_COMPILE_CACHE: '1' })).toContain('PreToolUse');
    rmSync(path.join(dist, 'code-cache'), { recursive: true });
    listEvents({ NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(existsSync(path.join(dist, 'code-cache'))).toBe(false);
  });

  test('is not needed: where it cannot be written every call still works', () => {
    writeFileSync(path.join(dist, 'code-cache'), 'in the way');
    expect(listEvents()).toContain('PreToolUse');
    expect(listEvents()).toContain('PreToolUse');
  });

  test('of a person is not written by root', () => {
    if (!isRoot) return;
    for (const name of readdirSync(dist)) chownSync(path.join(dist, name), 4321, 4321);
    listEvents();
    expect(existsSync(path.join(dist, 'code-cache'))).toBe(false);
  });
});

function listEvents(variables: Readonly<Record<string, string>> = {}): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(dist, 'hooks.cjs'), 'events'], {
    cwd: path.join(folder, 'project'),
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...variables },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** An event of an agent that nobody waits for, or what is none. */
function fire(payload: string): void {
  const argv = [path.join(dist, 'hooks.cjs'), 'run', '--agent', 'claude-code'];
  const { status } = spawnSync(process.execPath, argv, {
    cwd: path.join(folder, 'project'),
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    input: payload,
  });
  expect(status).toBe(0);
}

function keptOf(name: string): string[] {
  return readdirSync(path.join(dist, 'code-cache')).filter((file) => file.startsWith(`${name}-v`));
}

function keptBytes(name: string): number {
  const [file = ''] = keptOf(name);
  return statSync(path.join(dist, 'code-cache', file)).size;
}

function bundle(): string {
  return path.join(dist, 'commands-events.cjs');
}

function keptFile(): string {
  return path.join(dist, 'code-cache', `commands-events-${process.version}-${process.arch}.bin`);
}

/** Puts the code of another source, as long, behind the seal of the true one: whoever runs it shows it. */
function forgeKeptCode(): void {
  const other = readFileSync(bundle(), 'utf8').replaceAll('PreToolUse', 'PreT0olUse');
  const wrapped = `(function(exports,require,module,__filename,__dirname){${other}\n})`;
  const script = new Script(wrapped, { filename: bundle() });
  script.runInThisContext()({}, () => ({}), { exports: {} }, bundle(), dist);
  const head = readFileSync(keptFile()).subarray(0, HEAD_BYTES);
  writeFileSync(keptFile(), Buffer.concat([head, script.createCachedData()]));
}

function truncateTo(file: string, bytes: number): void {
  writeFileSync(file, readFileSync(file).subarray(0, bytes));
}

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}
