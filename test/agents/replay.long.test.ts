/** What real agents sent goes through the built command line, and their own words must come back. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { differences, exactDifferences } from '../conformance/compare.ts';
import { payloadProblems } from '../conformance/payload-schema.ts';
import { readEventLog } from '../support/event-log.ts';
import { clearHookLog, readHookLog } from '../support/hook-log.ts';
import { writeHook } from '../support/hook-package.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';
import { agents, fill, recordedOf } from './every-agent.ts';
import type { Replay } from './row.ts';

const made: Scratch[] = [];
afterAll(() => {
  for (const scratch of made) scratch.remove();
});

function scratchOf(): Scratch {
  const scratch = makeScratch();
  made.push(scratch);
  return scratch;
}

/** With the hook of the row. */
async function replay(agent: string, row: Replay): Promise<void> {
  const scratch = scratchOf();
  const { hook = {}, event } = fill(row, scratch);
  writeHook(scratch, { name: 'hook', ...hook }, event);
  await send(scratch, agent, row, ['--dangerously-trust-all']);
}

async function send(
  scratch: Scratch,
  agent: string,
  row: Omit<Replay, 'event'>,
  options: readonly string[] = [],
): Promise<void> {
  const { reads, eventLog, stderr = '', answer: output, payload } = fill(row, scratch);
  const recorded = JSON.parse(readFileSync(join(recordedOf(agent), `${payload}.json`), 'utf8'));
  const sent = { ...fill(recorded, scratch), ...fill(row.with ?? {}, scratch) };
  const words = row.word === undefined ? [] : [row.word];
  const ended = await runHooks(scratch, ['run', ...words, '--agent', agent, ...options], {
    stdin: JSON.stringify(sent),
  });
  const { runs } = readHookLog(scratch.log);
  const read = JSON.parse(runs[0]?.stdin ?? 'null');
  const problems = [
    ...differences(ended.exit, 0, 'exit'),
    ...exactDifferences(ended.stdout === '' ? '' : JSON.parse(ended.stdout), output, 'answer'),
    ...differences(ended.stderr, stderr, 'stderr'),
    ...(reads === undefined ? [] : differences(read, reads, 'reads')),
    ...(eventLog === undefined ? [] : differences(readEventLog(scratch.state).at(-1), eventLog, 'eventLog')),
    ...(await payloadProblems(runs)),
  ];
  if (problems.length > 0) expect.fail(`${problems.join('\n')}\n\n${ended.stdout}\n${ended.stderr}`);
}

describe.each(agents)('$agent', ({ agent, silence, events, rows }) => {
  it('has every recorded payload in its rows', () => {
    const files = readdirSync(recordedOf(agent)).map((name) => name.replace(/\.json$/, ''));
    expect(Object.keys(events).sort()).toEqual(files.sort());
  });

  describe('with a hook on every event that has no opinion', () => {
    const scratch = scratchOf();
    beforeAll(async () => {
      const front = { events: [...new Set(Object.values(events))] };
      writeHook(scratch, { name: 'hook', front }, '');
      expect((await runHooks(scratch, ['enable', 'hook', '--yes'])).exit).toBe(0);
    });
    afterEach(() => clearHookLog(scratch.log));

    it.each(Object.entries(events))('%s is %s, and is answered by silence', (payload, event) => {
      const word = payload.split('.')[0] ?? '';
      const reads = { hook_event_name: event, agent: { name: agent } };
      return send(scratch, agent, { says: '', payload, word: word, reads, answer: silence });
    });
  });

  // As lists, or the runner would cut the sentences short.
  it.each(rows.map((row) => [row.says, row] as const))('%s', (_, row) => replay(agent, row));
});

it('only what the user typed into Qwen Code begins the count of follow-ups anew', async () => {
  const scratch = scratchOf();
  writeHook(scratch, { name: 'hook', prints: { decision: 'block', reason: 'go on' } }, 'Stop');
  writeFileSync(join(scratch.home, '.hookmd', 'config.yaml'), 'hooks: { maxFollowUps: 1 }\n');
  expect((await runHooks(scratch, ['enable', 'hook', '--yes'])).exit).toBe(0);
  const sendAs = async (name: string, without?: string): Promise<string> => {
    const { [without ?? '']: _, ...sent } = fill(
      JSON.parse(readFileSync(join(recordedOf('qwen-code'), `${name}.json`), 'utf8')),
      scratch,
    );
    return (await runHooks(scratch, ['run', '--agent', 'qwen-code'], { stdin: JSON.stringify(sent) })).stdout;
  };
  expect(await sendAs('Stop')).toContain('go on');
  await sendAs('UserPromptSubmit', 'submitted_prompt');
  expect(await sendAs('Stop')).not.toContain('"decision"');
  await sendAs('UserPromptSubmit');
  expect(await sendAs('Stop')).toContain('go on');
});

describe('Cline, whose hooks may start in any folder,', () => {
  const requested = async (changed: object): Promise<unknown> => {
    const scratch = scratchOf();
    writeHook(
      scratch,
      {
        name: 'guard',
        at: 'project',
        prints: { decision: 'block', reason: 'not here' },
        front: { onFailure: 'block' },
      },
      'PreToolUse',
    );
    const { digest } = JSON.parse((await runHooks(scratch, ['info', 'guard', '--json'])).stdout);
    expect((await runHooks(scratch, ['enable', 'guard', '--yes', '--digest', digest])).exit).toBe(0);
    const recorded = JSON.parse(readFileSync(join(recordedOf('cline'), 'tool_call.json'), 'utf8'));
    const ended = await runHooks(scratch, ['run', 'PreToolUse', '--agent', 'cline', '--home', scratch.home], {
      stdin: JSON.stringify({ ...fill(recorded, scratch), ...changed }),
      cwd: scratch.home,
      bare: true,
    });
    expect(ended.exit).toBe(0);
    return JSON.parse(ended.stdout);
  };

  it('is judged by the hooks of the project that it names', async () => {
    expect(await requested({})).toMatchObject({ cancel: true, errorMessage: 'not here' });
  });

  it('is refused what cannot be judged where a guard of that project must agree', async () => {
    expect(await requested({ tool_call: null, preToolUse: null })).toMatchObject({
      cancel: true,
      errorMessage: expect.stringContaining('could not handle'),
    });
  });

  it('names a folder that is not there: then nothing of a project is asked', async () => {
    expect(await requested({ workspaceRoots: ['/nowhere/at/all'] })).toMatchObject({ cancel: false });
  });
});
