/** What real agents sent goes through the built command line, and their own words must come back. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { differences, exactDifferences } from '../conformance/compare.ts';
import { payloadProblems } from '../conformance/payload-schema.ts';
import type { Wanted } from '../conformance/row.ts';
import { readHookLog } from '../support/hook-log.ts';
import { type Json, writeHook, writeText } from '../support/hook-package.ts';
import { readJournal } from '../support/journal.ts';
import { printedHook } from '../support/printed-hook.ts';
import { hasPrograms } from '../support/programs.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { geminiCli } from './gemini-cli.ts';
import { openclaw } from './openclaw.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';
import type { AgentReplays, Replay } from './row.ts';

const agents: readonly AgentReplays[] = [codex, copilot, geminiCli, qwenCode, cline, opencode, pi, openclaw];
const recordedOf = (agent: string): string =>
  fileURLToPath(new URL(`../../packages/agents/src/${agent}/recorded`, import.meta.url));
const made: Scratch[] = [];
afterAll(() => {
  for (const scratch of made) scratch.remove();
});

function scratchOf(): Scratch {
  const scratch = makeScratch();
  made.push(scratch);
  return scratch;
}

function fill<T>(value: T, { project, home }: Scratch): T {
  if (typeof value === 'string')
    return value.replaceAll('{{project}}', project).replaceAll('{{home}}', home) as T;
  if (Array.isArray(value)) return value.map((item) => fill(item, { project, home } as Scratch)) as T;
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fill(item, { project, home } as Scratch)]),
  ) as T;
}

async function replay(agent: string, row: Replay): Promise<void> {
  const scratch = scratchOf();
  const { hook = {}, reads, journal, stderr = '', answer, payload, event } = fill(row, scratch);
  const recorded = JSON.parse(readFileSync(join(recordedOf(agent), `${payload}.json`), 'utf8'));
  const sent = { ...fill(recorded, scratch), ...fill(row.with ?? {}, scratch) };
  writeHook(scratch, { name: 'hook', ...hook }, event);
  const words = row.word === undefined ? [] : [row.word];
  const ended = await runHooks(scratch, ['run', ...words, '--agent', agent, '--dangerously-trust-all'], {
    stdin: JSON.stringify(sent),
  });
  const { runs } = readHookLog(scratch.log);
  const read = JSON.parse(runs[0]?.stdin ?? 'null');
  const problems = [
    ...differences(ended.exit, 0, 'exit'),
    ...exactDifferences(ended.stdout === '' ? '' : JSON.parse(ended.stdout), answer, 'answer'),
    ...differences(ended.stderr, stderr, 'stderr'),
    ...(reads === undefined ? [] : differences(read, reads, 'reads')),
    ...(journal === undefined ? [] : differences(readJournal(scratch.state).at(-1), journal, 'journal')),
    ...(await payloadProblems(runs)),
  ];
  if (problems.length > 0) expect.fail(`${problems.join('\n')}\n\n${ended.stdout}\n${ended.stderr}`);
}

describe.each(agents)('$agent', ({ agent, silence, events, rows, notice, refusal, beforeTool }) => {
  it('has every recorded payload in its rows', () => {
    const files = readdirSync(recordedOf(agent)).map((name) => name.replace(/\.json$/, ''));
    expect(Object.keys(events).sort()).toEqual(files.sort());
  });

  it.each(Object.entries(events))('%s is %s, and no opinion is its silence', (payload, event) => {
    const native = payload.split('.')[0] ?? '';
    const reads = { hook_event_name: event, agent: { name: agent } };
    return replay(agent, { says: '', payload, word: native, event, reads, answer: silence });
  });

  // As lists, or the runner would cut the sentences short.
  it.each(rows.map((row) => [row.says, row] as const))('%s', (_, row) => replay(agent, row));

  describe('when HookMD itself fails', () => {
    const run = (scratch: Scratch, stdin: string, words: readonly string[] = [beforeTool]) =>
      runHooks(scratch, ['run', ...words, '--agent', agent], { stdin });
    const payload = (scratch: Scratch): string => {
      const name = Object.entries(events).find(([, event]) => event === 'PreToolUse')?.[0] ?? '';
      return JSON.stringify(
        fill(JSON.parse(readFileSync(join(recordedOf(agent), `${name}.json`), 'utf8')), scratch),
      );
    };
    const enable = async (scratch: Scratch, front: Readonly<Record<string, Json>>): Promise<void> => {
      writeHook(scratch, { name: 'hook', front }, 'PreToolUse');
      expect((await runHooks(scratch, ['enable', 'hook', '--yes'])).exit).toBe(0);
    };
    const judge = (
      { exit, stdout, stderr }: Awaited<ReturnType<typeof run>>,
      wanted: Wanted,
      err: RegExp | '',
    ): void => {
      const found = stdout === '' ? '' : JSON.parse(stdout);
      const problems = [
        ...differences(exit, 0, 'exit'),
        ...exactDifferences(found, wanted, 'answer'),
        ...differences(stderr, err, 'stderr'),
      ];
      if (problems.length > 0) expect.fail(`${problems.join('\n')}\n\n${stdout}\n${stderr}`);
    };

    it('over a payload that nobody can read, it is told in its own words and goes on', async () => {
      const scratch = scratchOf();
      await enable(scratch, {});
      for (const stdin of ['garbage', '[]', '{"a":1}', ''])
        judge(await run(scratch, stdin), notice.stdout, notice.stderr);
    });

    it('over an event that nobody knows, it is told and goes on', async () => {
      const scratch = scratchOf();
      await enable(scratch, { onFailure: 'block' });
      judge(await run(scratch, payload(scratch), ['NoSuchEvent']), notice.stdout, notice.stderr);
    });

    it('over files that it compiled, it makes them anew and asks', async () => {
      const scratch = scratchOf();
      await enable(scratch, { onFailure: 'block' });
      const files = readdirSync(join(scratch.state, 'active'));
      expect(files).toContain('_.json');
      for (const file of files) writeFileSync(join(scratch.state, 'active', file), '{"schema":');
      judge(await run(scratch, payload(scratch)), silence, '');
      expect(readHookLog(scratch.log).runs).toHaveLength(1);
    });

    it('over a mistake in its own call, it is told and goes on', async () => {
      const scratch = scratchOf();
      await enable(scratch, {});
      judge(
        await run(scratch, payload(scratch), [beforeTool, '--budget', 'soon']),
        notice.stdout,
        notice.stderr,
      );
    });

    it('over places that it cannot use, it is told and goes on', async () => {
      const scratch = scratchOf();
      mkdirSync(join(scratch.state, '..'), { recursive: true });
      writeFileSync(scratch.state, '');
      const ended = await run(scratch, payload(scratch));
      expect(ended.exit).toBe(0);
      expect(ended.stdout).not.toMatch(/deny|block|cancel":true/);
    });

    it('and a guard must agree, the call is refused in its own words', async () => {
      const scratch = scratchOf();
      await enable(scratch, { onFailure: 'block' });
      for (const stdin of ['garbage', '{"a":1}']) judge(await run(scratch, stdin), refusal, '');
      judge(await run(scratch, payload(scratch), [beforeTool, '--budget', 'soon']), refusal, '');
    });
  });
});

it('only what the user typed into Qwen Code begins the count of follow-ups anew', async () => {
  const scratch = scratchOf();
  writeHook(scratch, { name: 'hook', prints: { decision: 'block', reason: 'go on' } }, 'Stop');
  writeFileSync(join(scratch.home, '.hookmd', 'config.yaml'), 'hooks: { maxFollowUps: 1 }\n');
  expect((await runHooks(scratch, ['enable', 'hook', '--yes'])).exit).toBe(0);
  const send = async (name: string, without?: string): Promise<string> => {
    const { [without ?? '']: _, ...sent } = fill(
      JSON.parse(readFileSync(join(recordedOf('qwen-code'), `${name}.json`), 'utf8')),
      scratch,
    );
    return (await runHooks(scratch, ['run', '--agent', 'qwen-code'], { stdin: JSON.stringify(sent) })).stdout;
  };
  expect(await send('Stop')).toContain('go on');
  await send('UserPromptSubmit', 'submitted_prompt');
  expect(await send('Stop')).not.toContain('"decision"');
  await send('UserPromptSubmit');
  expect(await send('Stop')).toContain('go on');
});

describe.skipIf(!hasPrograms(['python3']))(
  'the guardrail that Kodelet’s documents print, as it stands there',
  () => {
    it.each(agents)('blocks what $agent sent', async ({ agent, events, refusal }) => {
      const scratch = scratchOf();
      const file = join(scratch.home, '.kodelet', 'hooks', 'guardrail');
      writeText(file, { text: printedHook('k1-security-guardrail.py'), mode: 0o755 });
      expect((await runHooks(scratch, ['enable', 'guardrail', '--yes'])).exit).toBe(0);
      const blocked = Object.keys(events).find((name) => name.endsWith('.blocked')) ?? '';
      const sent = fill(readFileSync(join(recordedOf(agent), `${blocked}.json`), 'utf8'), scratch);
      const words = ['run', blocked.split('.')[0] ?? '', '--agent', agent];
      const { exit, stdout, stderr } = await runHooks(scratch, words, { stdin: sent });
      const reason = "Security policy: 'rm -rf' is not allowed";
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
      expect(exactDifferences(JSON.parse(stdout), withReason(refusal, reason), 'answer')).toEqual([]);
    });
  },
);

/** A refusal with another reason: its only pattern. */
function withReason(refusal: Wanted, reason: string): Wanted {
  if (refusal instanceof RegExp) return reason;
  if (typeof refusal !== 'object' || refusal === null || Array.isArray(refusal)) return refusal;
  return Object.fromEntries(Object.entries(refusal).map(([key, value]) => [key, withReason(value, reason)]));
}
