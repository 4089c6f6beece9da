import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createHooks } from '../create-hooks.ts';
import type { Hooks } from '../hooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookmd-results-'));
const project = join(folder, 'project');
mkdirSync(project);
const opened: Hooks[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((hooks) => hooks.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function open(): Promise<Hooks> {
  const hooks = await createHooks({ home: join(folder, 'home'), project, cwd: project, environment: {} });
  opened.push(hooks);
  return hooks;
}

describe('a compaction', () => {
  it.each([
    [undefined, '`result` must be a string, or a list of messages; found nothing.'],
    [
      { role: 'user', content: 'short' },
      '`result` must be a string, or a list of messages; found an object.',
    ],
    [[{ role: 'user', content: [{ type: 'text', text: 'short' }] }], '`result[0].content` must be text'],
    [['short'], '`result[0]` must be an object; found the string "short".'],
  ])('that gives %j has failed, and says why', async (given, message) => {
    const hooks = await open();
    const summaries: unknown[] = [];
    hooks.on('PostCompact', ({ summary }) => void summaries.push(summary));
    const session = await hooks.session();
    const outcome = await session.compact({ trigger: 'manual' }, () => given as never);
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'RESULT_INVALID', message: expect.stringContaining(message) },
    });
    expect(summaries).toEqual([]);
  });

  it('that a hook called for and that gives nothing leaves the conversation as it is, and says why', async () => {
    const hooks = await open();
    for (const callback of ['compact', 'shorten']) {
      const { off } = hooks.on('TurnEnd', { modify: { TurnEnd: 'messages' } }, () => ({ callback }));
      const session = await hooks.session({ hostActions: { [callback]: () => undefined as never } });
      const turn = await session.turn({ toolsUsed: false });
      expect(turn).toMatchObject({ kind: 'go', problems: [expect.stringContaining('found nothing')] });
      off();
    }
  });
});

describe('what `check` says of an input that a hook made', () => {
  const rewrites = { modify: { PreToolUse: '*' } } as const;
  const made = { command: 'ls -l' };
  const requested = { command: 'ls' };
  it.each([
    ['nothing', () => undefined, made, null],
    ['null', () => null, made, null],
    ['a sentence', () => 'too long', requested, 'too long'],
    ['a throw', () => JSON.parse('{'), requested, 'does not take: Expected property name'],
    ['a promise', async () => null, requested, '`check(input)` must be string or null; found a promise'],
    ['true', () => true, requested, '`check(input)` must be string or null; found true'],
  ])('by %s is heard, and no nonsense is a yes', async (_, check, input, message) => {
    const hooks = await open();
    hooks.on('PreToolUse', rewrites, () => ({ hookSpecificOutput: { updatedInput: made } }));
    const session = await hooks.session();
    const call = { name: 'Bash', input: requested, check: check as never };
    const outcome = await session.tool(call, (given) => given);
    expect(outcome).toMatchObject({ kind: 'done', output: input });
    const reasons = outcome.decisions[0]?.hooks.map(({ reason }) => reason);
    expect(reasons).toEqual([message === null ? null : expect.stringContaining(message)]);
  });
});
