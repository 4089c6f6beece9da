import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeHook } from './support/hook-package.ts';
import { type Ended, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

const scratches: Scratch[] = [];
const scratchOf = (index: number): Scratch => scratches[index] as Scratch;

const LANES = 4;
const KILLS = 200;

beforeEach(() => {
  for (let lane = 0; lane < LANES; lane += 1) scratches.push(makeScratch());
});
afterEach(() => {
  for (const scratch of scratches.splice(0)) scratch.remove();
});

/** The same numbers in every run: a failure can be played again. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test('50 commands at the same moment enable and disable 50 hooks, and each of them is kept', async () => {
  const scratch = scratchOf(0);
  const names = Array.from({ length: 50 }, (_, index) => `hook-${index}`);
  for (const name of names) writeHook(scratch, { name }, 'PreToolUse');
  const later = names.filter((_, index) => index % 2 === 0);
  const earlier = names.filter((_, index) => index % 2 === 1);
  expect((await runHooks(scratch, ['enable', ...earlier, '--yes'])).exit).toBe(0);
  const ended = await Promise.all([
    ...later.map((name) => runHooks(scratch, ['enable', name, '--yes'])),
    ...earlier.map((name) => runHooks(scratch, ['disable', name])),
  ]);
  expect(ended.filter(({ exit }) => exit !== 0)).toEqual([]);
  const { hooks } = JSON.parse((await runHooks(scratch, ['list', '--json'])).stdout);
  const states = new Map(
    (hooks as { name: string; state: string }[]).map(({ name, state }) => [name, state]),
  );
  expect(names.map((name) => states.get(name))).toEqual(
    names.map((_, index) => (index % 2 === 0 ? 'ready' : 'disabled')),
  );
  // What events read says the same, without anybody looking again.
  const fired = await runHooks(scratch, ['run', 'PreToolUse', '--json'], {
    stdin: '{"tool_name":"Bash","tool_input":{}}',
  });
  const ran = (JSON.parse(fired.stdout).hooks as { name: string; outcome: string }[])
    .filter(({ outcome }) => outcome === 'success')
    .map(({ name }) => name);
  expect(new Set(ran)).toEqual(new Set(later));
}, 120_000);

/** A package whose text grows with every version: what runs says which one it is. */
function writeVersion(scratch: Scratch, version: number): void {
  writeHook(scratch, { name: 'guard', stderr: `version ${version}`, exits: 2 }, 'PreToolUse');
}

const fire = async (
  scratch: Scratch,
): Promise<{ decision: string; reason: string | null; hooks: object[] }> =>
  JSON.parse(
    (
      await runHooks(scratch, ['run', 'PreToolUse', '--json'], {
        stdin: '{"tool_name":"Bash","tool_input":{}}',
      })
    ).stdout,
  );

/** Kills one call at an instant of its own, or lets it end where that comes later. */
function kill(scratch: Scratch, words: readonly string[], afterMs: number): Promise<Ended> {
  return runHooks(scratch, words, {
    started: (pid) =>
      void delay(afterMs).then(() => {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It had ended before.
        }
      }),
  });
}

/** Every record of a folder of the state, whole. */
function records(scratch: Scratch, directory: string): readonly Record<string, unknown>[] {
  const dir = join(scratch.state, directory);
  return (readdirSync(dir, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')));
}

/** Of the bytes that the record names, as they stand in the store: a record without its copy would be half an approval. */
function approvedVersion(scratch: Scratch): number {
  const digest = String(records(scratch, 'approvals')[0]?.digest);
  const handler = readFileSync(
    join(scratch.state, 'store', digest.slice('sha256:'.length), 'handler.sh'),
    'utf8',
  );
  return Number(/version (\d+)/.exec(handler)?.[1]);
}

async function playLane(scratch: Scratch, kills: number, random: () => number): Promise<number> {
  writeVersion(scratch, 0);
  const { elapsedMs, exit } = await runHooks(scratch, ['enable', 'guard', '--yes']);
  expect(exit).toBe(0);
  let version = 0;
  let approved = 0;
  let running = 0;
  const history = new Set([0]);
  let isEnabled = true;
  let killed = 0;
  // How long one takes, so that most are killed in the midst of it.
  let spanMs = elapsedMs;
  for (let round = 0; killed < kills && round < 4 * kills; round += 1) {
    const kind = ['approve', 'disable', 'enable'][round % 3] as string;
    if (kind === 'trust') writeVersion(scratch, ++version);
    const words = kind === 'disable' ? ['disable', 'guard'] : [kind, 'guard', '--yes'];
    const ended = await kill(scratch, words, random() * spanMs);
    if (ended.signal === 'SIGKILL') killed += 1;
    else {
      expect(ended.exit, `round ${round}: ${ended.stderr}`).toBe(0);
      spanMs = ended.elapsedMs;
    }
    // The records are whole at once; what events read follows with the next command.
    expect(records(scratch, 'approvals'), `round ${round}`).toHaveLength(1);
    expect(records(scratch, 'enablement'), `round ${round}`).toHaveLength(1);
    expect(records(scratch, 'active').length).toBeGreaterThan(0);
    const wish = records(scratch, 'enablement')[0]?.enabled;
    expect([isEnabled, kind === 'trust' ? isEnabled : kind === 'enable'], `round ${round}`).toContain(wish);
    isEnabled = wish === true;
    const recorded = approvedVersion(scratch);
    expect([approved, ...(kind === 'disable' ? [] : [version])], `round ${round}`).toContain(recorded);
    approved = recorded;
    history.add(approved);
    const { decision, reason } = await fire(scratch);
    if (decision === 'block') {
      // What was compiled may be older than the record; it is never what nobody approved, and never goes back.
      const ran = Number(reason?.slice('version '.length));
      expect(history, `round ${round}: ${reason}`).toContain(ran);
      expect(ran).toBeGreaterThanOrEqual(running);
      running = ran;
    }
  }
  const whole = await runHooks(scratch, ['enable', 'guard', '--yes']);
  expect([whole.exit, whole.stdout]).toEqual([0, expect.stringContaining('ready')]);
  expect(await fire(scratch)).toMatchObject({ decision: 'block', reason: `version ${version}` });
  expect(JSON.parse((await runHooks(scratch, ['list', '--json'])).stdout).issues).toEqual([]);
  return killed;
}

/** Nothing stands in the store or beside the records that nobody knows; all is as old as what nobody works on any more. */
async function expectClean(scratch: Scratch): Promise<void> {
  const then = Date.now() / 1000 - 7200;
  const names = readdirSync(scratch.state, { recursive: true }) as string[];
  expect(names.filter((name) => name.includes('.corrupt'))).toEqual([]);
  for (const name of names) {
    const isLeft = /(^|\/)(\.stage-|\.swept-|lock\.|\.repair\.|[0-9a-f]{64}$|\.[^/]*\.tmp$)/.test(name);
    if (isLeft && !/[0-9a-f]{64}\//.test(name)) utimesSync(join(scratch.state, name), then, then);
  }
  expect((await runHooks(scratch, ['gc'])).exit).toBe(0);
  expect(readdirSync(join(scratch.state, 'store'))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  const left = (readdirSync(scratch.state, { recursive: true }) as string[]).filter((name) =>
    /(^|\/)(\.stage-|\.swept-|lock\b|\.repair|\.[^/]*\.tmp$)/.test(name),
  );
  expect(left).toEqual([]);
}

test('200 commands killed at any instant leave old or new, and the next one goes on', async () => {
  const random = numbersFrom(7);
  const killed = await Promise.all(scratches.map((scratch) => playLane(scratch, KILLS / LANES, random)));
  expect(killed.reduce((sum, value) => sum + value, 0)).toBeGreaterThanOrEqual(KILLS);
  for (const scratch of scratches) await expectClean(scratch);
}, 120_000);
