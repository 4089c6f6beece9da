import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@hookmd/core/events';
import { createHooks } from '@hookmd/library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftoverProcesses } from '../support/leftover-processes.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';

/** `ANSWERED` = what it does beside its answer takes nothing away from that. */
const ANSWERED = 'the answer of the handler';
type Ending =
  | typeof ANSWERED
  | 'TIMEOUT'
  | 'EXIT'
  | 'SIGNAL'
  | 'THROWN'
  | 'OUTPUT_LIMIT'
  | 'BAD_OUTPUT'
  | 'MEMORY_LIMIT';

interface Misdeed {
  readonly name: string;
  /** Beside the hook, as the module is loaded. */
  readonly loads?: string;
  /** In `run`, on the event that asks for it. */
  readonly does?: string;
  readonly fresh: Ending | readonly Ending[];
  readonly warm: Ending | readonly Ending[];
  /** Where it is the limit that ends it. */
  readonly timeout?: string;
}

const IMPORTS = `import { defineHook } from '@hookmd/sdk';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { spawn } from 'node:child_process';
`;
const GIGABYTE = 'const kilobytes = "x".repeat(65536); for (let n = 0; n < 16384; n++)';

/** A module may do all that a program may. Each is asked with `onFailure: block`. */
const misdeeds: readonly Misdeed[] = [
  { name: 'loops', does: 'for (;;);', fresh: 'TIMEOUT', warm: 'TIMEOUT', timeout: '1500ms' },
  {
    name: 'never-settles',
    does: 'return new Promise(() => {});',
    fresh: 'THROWN',
    warm: 'TIMEOUT',
    timeout: '1500ms',
  },
  {
    name: 'never-settles-busily',
    does: 'setInterval(() => {}, 10); return new Promise(() => {});',
    fresh: 'TIMEOUT',
    warm: 'TIMEOUT',
    timeout: '1500ms',
  },
  {
    name: 'fills-heap',
    does: 'const held = []; for (;;) held.push(new Array(1e6).fill({}));',
    fresh: 'EXIT',
    warm: 'EXIT',
  },
  {
    name: 'fills-buffers',
    does: 'const held = []; for (;;) { held.push(Buffer.alloc(8e6, 1)); await new Promise(setImmediate); }',
    fresh: 'MEMORY_LIMIT',
    warm: 'MEMORY_LIMIT',
  },
  {
    name: 'fills-buffers-at-once',
    does: 'const held = []; for (;;) held.push(Buffer.alloc(8e6, 1));',
    fresh: 'MEMORY_LIMIT',
    warm: 'MEMORY_LIMIT',
  },
  { name: 'exits', does: 'process.exit(0);', fresh: 'THROWN', warm: 'EXIT' },
  { name: 'exits-hard', does: 'process.reallyExit(0);', fresh: 'EXIT', warm: 'EXIT' },
  { name: 'aborts', does: 'process.abort();', fresh: ['EXIT', 'SIGNAL'], warm: 'EXIT' },
  {
    name: 'kills-parent',
    does: 'process.kill(process.ppid, "SIGKILL"); await new Promise((go) => setTimeout(go, 5000));',
    fresh: ['EXIT', 'SIGNAL'],
    warm: 'EXIT',
  },
  {
    name: 'kills-group',
    does: 'process.kill(0, "SIGKILL"); await new Promise((go) => setTimeout(go, 5000));',
    fresh: ['EXIT', 'SIGNAL'],
    warm: 'EXIT',
  },
  {
    name: 'stops-itself',
    does: 'process.kill(process.pid, "SIGSTOP");',
    fresh: 'TIMEOUT',
    warm: 'TIMEOUT',
    timeout: '1500ms',
  },
  { name: 'throws-undefined', does: 'throw undefined;', fresh: 'THROWN', warm: 'THROWN' },
  { name: 'throws-null', does: 'throw null;', fresh: 'THROWN', warm: 'THROWN' },
  { name: 'throws-text', does: 'throw "on purpose";', fresh: 'THROWN', warm: 'THROWN' },
  { name: 'throws-symbol', does: 'throw Symbol("s");', fresh: 'THROWN', warm: 'THROWN' },
  { name: 'throws-bare', does: 'throw Object.create(null);', fresh: 'THROWN', warm: 'THROWN' },
  {
    name: 'throws-trap',
    does: 'throw new Proxy({}, { get() { throw 1; }, has() { throw 1; }, getPrototypeOf() { throw 1; } });',
    fresh: 'THROWN',
    warm: 'THROWN',
  },
  {
    name: 'throws-later',
    does: 'setTimeout(() => { throw new Error("late"); }); await new Promise((go) => setTimeout(go, 500));',
    fresh: 'THROWN',
    warm: 'THROWN',
  },
  {
    name: 'returns-trap',
    does: 'return { get then() { throw new Error("trap"); } };',
    fresh: 'THROWN',
    warm: 'THROWN',
  },
  {
    name: 'logs-gigabyte',
    does: `${GIGABYTE} console.log(kilobytes);`,
    fresh: 'OUTPUT_LIMIT',
    warm: 'OUTPUT_LIMIT',
  },
  {
    name: 'writes-gigabyte',
    does: `${GIGABYTE} process.stdout.write(kilobytes);`,
    fresh: 'OUTPUT_LIMIT',
    warm: 'OUTPUT_LIMIT',
  },
  {
    name: 'writes-gigabyte-by-number',
    does: `${GIGABYTE} fs.writeSync(1, kilobytes);`,
    fresh: 'OUTPUT_LIMIT',
    warm: 'OUTPUT_LIMIT',
  },
  {
    name: 'answers-gigabyte',
    does: 'return h.block("x".repeat(2 ** 28));',
    fresh: ['OUTPUT_LIMIT', 'EXIT', 'SIGNAL'],
    warm: ['OUTPUT_LIMIT', 'EXIT'],
  },
  {
    name: 'answers-in-addition',
    does: `fs.writeSync(1, '{"decision":"allow"}');`,
    fresh: 'BAD_OUTPUT',
    warm: ANSWERED,
  },
  {
    name: 'answers-at-exit',
    does: `process.on('exit', () => fs.writeSync(1, '{"decision":"allow"}'));`,
    fresh: 'BAD_OUTPUT',
    warm: ANSWERED,
  },
  {
    name: 'exits-well-at-exit',
    does: `process.on('exit', () => { process.exitCode = 0; }); process.exit(0);`,
    fresh: 'EXIT',
    warm: 'EXIT',
  },
  {
    name: 'patches-stringify',
    loads: 'JSON.stringify = () => "{}"; JSON.parse = () => ({});',
    fresh: ANSWERED,
    warm: ANSWERED,
  },
  {
    name: 'patches-then',
    does: 'Promise.prototype.then = function () { return this; };',
    fresh: ANSWERED,
    warm: ANSWERED,
  },
  { name: 'patches-push', loads: 'Array.prototype.push = () => 0;', fresh: ANSWERED, warm: ANSWERED },
  {
    name: 'patches-arrays',
    loads:
      'Array.prototype.push = () => 0; Array.prototype.map = Array.prototype.filter = () => []; Array.prototype[Symbol.iterator] = function* () {};',
    fresh: 'THROWN',
    warm: 'EXIT',
  },
  {
    name: 'patches-console',
    loads: 'globalThis.console = undefined; process.stdout.write = () => { throw 1; };',
    fresh: ANSWERED,
    warm: ANSWERED,
  },
  {
    name: 'patches-map',
    loads: 'Map.prototype.get = () => undefined; Map.prototype.set = () => {};',
    fresh: ANSWERED,
    warm: ANSWERED,
  },
  { name: 'takes-map-away', loads: 'globalThis.Map = undefined;', fresh: ANSWERED, warm: 'EXIT' },
  {
    name: 'patches-buffer',
    does: 'Buffer.from = () => { throw 1; }; Buffer.concat = () => Buffer.alloc(0);',
    fresh: ANSWERED,
    warm: ANSWERED,
  },
  { name: 'patches-texts', loads: 'Buffer.prototype.toString = () => "{}";', fresh: ANSWERED, warm: 'EXIT' },
  {
    name: 'patches-object',
    loads:
      'Object.keys = Object.entries = () => []; Object.fromEntries = Object.assign = Object.freeze = () => ({}); Object.hasOwn = () => false;',
    fresh: 'THROWN',
    warm: 'EXIT',
  },
  {
    name: 'patches-entries',
    does: 'Object.entries = () => []; Object.fromEntries = () => ({}); Object.keys = () => [];',
    fresh: ANSWERED,
    warm: ANSWERED,
  },
  { name: 'listens', does: 'createServer().listen(0, "127.0.0.1");', fresh: ANSWERED, warm: ANSWERED },
  { name: 'leaves-timer', does: 'setInterval(() => {}, 1);', fresh: ANSWERED, warm: ANSWERED },
  {
    name: 'leaves-child',
    does: 'spawn("sleep", ["60"], { detached: true, stdio: "inherit" }).unref();',
    fresh: ANSWERED,
    warm: ANSWERED,
  },
  {
    name: 'rejects-after-answer',
    does: 'setTimeout(() => Promise.reject(new Error("late")), 50);',
    fresh: ANSWERED,
    warm: ANSWERED,
  },
  { name: 'closes-3', does: 'fs.closeSync(3);', fresh: ['EXIT', ANSWERED], warm: 'EXIT' },
  {
    name: 'writes-to-3',
    does: 'try { fs.writeSync(3, "garbage ".repeat(100)); } catch {}',
    fresh: ANSWERED,
    warm: ['OUTPUT_LIMIT', 'BAD_OUTPUT'],
  },
  { name: 'loops-while-loaded', loads: 'for (;;);', fresh: 'TIMEOUT', warm: 'TIMEOUT', timeout: '1500ms' },
  {
    name: 'waits-while-loaded',
    loads: 'await new Promise(() => {});',
    fresh: 'THROWN',
    warm: 'EXIT',
    timeout: '1500ms',
  },
  { name: 'exits-while-loaded', loads: 'process.exit(0);', fresh: 'THROWN', warm: 'EXIT' },
  { name: 'throws-while-loaded', loads: 'throw new Error("on purpose");', fresh: 'THROWN', warm: 'EXIT' },
];

const scratch = makeScratch();

function writePackage(name: string, timeout: string, source: string): void {
  const dir = join(scratch.home, '.hookmd/hooks', name);
  mkdirSync(dir, { recursive: true });
  const front = `events: [PreToolUse]\nif: Bash(${name} *)\nonFailure: block\ntimeout: ${timeout}\nenv: [MARK]`;
  writeFileSync(join(dir, 'HOOK.md'), `---\n${front}\n---\n`);
  writeFileSync(join(dir, 'handler.ts'), IMPORTS + source);
}

const call = (command: string): JsonObject => ({ tool_name: 'Bash', tool_input: { command } });

beforeAll(async () => {
  for (const { name, loads = '', does = '', timeout = '20s' } of misdeeds)
    writePackage(
      name,
      timeout,
      `${loads}
export default defineHook({
  on: 'PreToolUse',
  async run(event, h) {
    if (event.tool_input.command === '${name} now') { ${does} }
    return h.block('answered');
  },
});
`,
    );
  writePackage(
    'neighbour',
    '20s',
    `let asked = 0;
export default defineHook({
  on: 'PreToolUse', run: (_event, h) => h.block(\`neighbour \${process.pid} \${++asked}\`),
});
`,
  );
  const names = ['neighbour', ...misdeeds.map(({ name }) => name)];
  const { exit, stdout, stderr } = await runHooks(scratch, ['enable', ...names, '--yes']);
  if (exit !== 0) throw new Error(stdout + stderr);
}, 120_000);
afterAll(() => scratch.remove());

interface Decision {
  readonly decision: string;
  readonly reason: string | null;
  readonly hooks: readonly {
    readonly outcome: string;
    readonly cause: string | null;
  }[];
}

function endingOf({ decision, reason, hooks }: Decision): string {
  expect(decision).toBe('block');
  if (reason === 'answered') return ANSWERED;
  const requested = hooks.find(({ outcome }) => outcome !== 'skipped');
  return requested?.cause ?? `no cause: ${reason}`;
}

describe.concurrent('a guard whose module', () => {
  it.each(misdeeds)(
    '$name blocks, in a process for one event, and leaves nothing behind',
    async ({ name, does, fresh }) => {
      const mark = `${scratch.dir}/${name}/fresh`;
      const run = async (command: string): Promise<Decision> => {
        const stdin = JSON.stringify(call(command));
        const { stdout, stderr } = await runHooks(scratch, ['run', 'PreToolUse', '--json'], {
          stdin,
          env: { MARK: mark },
        });
        if (stdout === '') throw new Error(stderr);
        return JSON.parse(stdout);
      };
      expect([fresh].flat()).toContain(endingOf(await run(`${name} now`)));
      if (does !== undefined) expect(endingOf(await run(`${name} later`))).toBe(ANSWERED);
      expect(await leftoverProcesses(mark)).toEqual([]);
    },
  );

  it.each(misdeeds)(
    '$name blocks, in a process that is kept, answers the next event, and costs no other package anything',
    async ({ name, does, warm }) => {
      const mark = `${scratch.dir}/${name}/warm`;
      const { home, project } = scratch;
      const environment = { PATH: process.env['PATH'], HOME: home, MARK: mark };
      const hooks = await createHooks({ home, project, cwd: project, environment });
      try {
        const prompt = async (command: string): Promise<Decision> =>
          (await hooks.dispatch('PreToolUse', call(command))).decision as unknown as Decision;
        const before = await prompt('neighbour 1');
        const [misdone, meanwhile] = await Promise.all([prompt(`${name} now`), prompt('neighbour 2')]);
        expect([warm].flat()).toContain(endingOf(misdone));
        if (does !== undefined)
          for (let n = 0; n < 3; n++) expect(endingOf(await prompt(`${name} later`))).toBe(ANSWERED);
        const pid = before.reason?.split(' ')[1];
        expect([meanwhile.reason, (await prompt('neighbour 3')).reason]).toEqual([
          `neighbour ${pid} 2`,
          `neighbour ${pid} 3`,
        ]);
      } finally {
        await hooks.close();
      }
      expect(await leftoverProcesses(mark)).toEqual([]);
    },
  );
});
