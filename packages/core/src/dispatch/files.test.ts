/** A call that edits several files: hooks get each of them as the call of a file tool that it is, and the agent gets one decision. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolvePlaces } from '../discovery/places.ts';
import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import type { EventName } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import type { Callback } from '../executors/executor.ts';
import { claude } from '../protocols/claude/claude.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { localHost, openRuntime } from '../runtime/open-runtime.ts';
import { makeHook } from './hook.fixture.ts';
import type { Host } from './request.ts';

const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const threeFiles = patch(
  ...['*** Add File: new.ts', '+one'],
  ...['*** Update File: old.ts', '-1', '+2', '@@', '-3', '+4'],
  ...['*** Delete File: gone.ts'],
);

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hookmd-files-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Told {
  readonly decision: Decision;
  readonly event: HookEvent;
  /** The last record of the event log. */
  readonly record: JsonObject;
}

async function tell(
  hooks: readonly ActiveHook[],
  given: {
    command?: unknown;
    on?: EventName;
    budgetMs?: number;
    fields?: JsonObject;
    dispatchId?: string;
    host?: Partial<Host>;
  } = {},
): Promise<Told> {
  const { command = threeFiles, on = 'PreToolUse', budgetMs, fields = {}, dispatchId, host = {} } = given;
  const environment = { HOME: home };
  const places = resolvePlaces({ workDir: home, cwd: home, environment });
  const runtime = await openRuntime({
    places,
    environment,
    cwd: home,
    host: { ...localHost(claude), ...host },
    ...(budgetMs === undefined ? {} : { budgetMs }),
  });
  try {
    const payload = {
      session_id: 's',
      cwd: home,
      tool_name: 'apply_patch',
      tool_input: { command },
      ...fields,
    } as JsonObject;
    const result = await runtime.dispatch(on, payload, {
      extraHooks: hooks,
      ...(dispatchId === undefined ? {} : { dispatchId }),
    });
    const directory = join(places.stateDir, 'event-log');
    const lines = readdirSync(directory).flatMap((name) =>
      readFileSync(join(directory, name), 'utf8').trim().split('\n'),
    );
    return { ...result, record: JSON.parse(lines.at(-1) ?? '{}') };
  } finally {
    await runtime.close();
  }
}

const at = (file: string): string => join(home, file);
const fileOf = ({ tool_input: input }: HookEvent): string =>
  String(input?.['file_path']).replace(`${home}/`, '');
/** A hook that notes what it got. */
function noting(
  matcher: string,
  facts: Parameters<typeof makeHook>[1] = {},
): { hook: ActiveHook; got: unknown[] } {
  const got: unknown[] = [];
  const note: Callback = (event) => void got.push([event.tool_name, fileOf(event)]);
  return { hook: makeHook(note, { name: 'notes', matcher, ...facts }), got };
}
const specific = (fields: JsonObject, on = 'PreToolUse'): JsonObject => ({
  hookSpecificOutput: { hookEventName: on, ...fields },
});

describe('a hook', () => {
  it.each([
    ['Write|Edit', ['Write new.ts', 'Edit old.ts', 'Edit gone.ts']],
    ['', ['Write new.ts', 'Edit old.ts', 'Edit gone.ts']],
    ['Write', ['Write new.ts']],
    ['write', ['Write new.ts']],
    ['edit', ['Edit old.ts', 'Edit gone.ts']],
    ['MultiEdit', ['Edit old.ts']],
    ['(Multi)?Edit|Write', ['Write new.ts', 'Edit old.ts', 'Edit gone.ts']],
    ['Bash', []],
    ['apply_patch', ['apply_patch undefined']],
    ['Write|Edit|apply_patch', ['apply_patch undefined']],
    ['^?(apply_patch|Edit)', ['apply_patch undefined']],
  ])('with the matcher %j gets %j', async (matcher, expected) => {
    const { hook, got } = noting(matcher);
    const { record } = await tell([hook]);
    expect(got).toEqual(expected.map((each) => each.split(' ')));
    expect(record['tool']).toEqual({ kind: 'edit', name: 'apply_patch' });
    const files = expected.filter((each) => !each.endsWith('undefined')).map((each) => each.split(' ')[1]);
    const rows = record['hooks'] as readonly JsonObject[];
    expect(rows.flatMap(({ file }) => file ?? [])).toEqual(files);
    expect(rows).toHaveLength(Math.max(1, expected.length));
  });

  it('gets the arguments of a file tool, with the path of the file alone', async () => {
    const events: HookEvent[] = [];
    await tell([makeHook((event) => void events.push(event), { matcher: 'Write|Edit' })]);
    expect(events[0]).toMatchObject({
      tool_input: { file_path: at('new.ts'), content: 'one\n' },
      tool: { kind: 'write', native_name: 'apply_patch', paths: ['new.ts'] },
    });
    expect(events[1]?.tool_input).toMatchObject({
      file_path: at('old.ts'),
      old_string: '1\n3',
      new_string: '2\n4',
    });
  });

  it.each(['Write', 'Edit', 'MultiEdit', 'Write|Edit'])(
    'with the matcher %s gets a patch that cannot be told',
    async (matcher) => {
      const { hook, got } = noting(matcher);
      await tell([hook], { command: patch('*** Add File: a', '+x', ' *** Delete File: b') });
      expect(got).toEqual([
        ['Edit', 'a'],
        ['Edit', 'b'],
      ]);
      await tell([hook], { command: 'nonsense' });
      expect(got.at(-1)).toEqual(['apply_patch', 'undefined']);
    },
  );

  it('after the call gets no edit of a file that is gone', async () => {
    const edits = noting('Write|Edit', { on: 'PostToolUse' });
    const all = noting('', { on: 'PostToolUse' });
    await tell([edits.hook, all.hook], { on: 'PostToolUse' });
    expect(edits.got).toEqual([
      ['Write', 'new.ts'],
      ['Edit', 'old.ts'],
    ]);
    expect(all.got.at(-1)).toEqual(['Delete', 'gone.ts']);
  });

  it('that runs once runs on one file', async () => {
    const { hook, got } = noting('', { once: { per: 'session', key: 'k' } });
    const { record } = await tell([hook]);
    expect(got).toHaveLength(1);
    const rows = record['hooks'] as readonly JsonObject[];
    expect(rows.map(({ cause, file }) => [cause, file])).toEqual([
      [null, 'new.ts'],
      ['ONCE_SPENT', 'old.ts'],
      ['ONCE_SPENT', 'gone.ts'],
    ]);
  });

  it('that observes gets each file with the decision about all, once', async () => {
    const got: unknown[] = [];
    const note: Callback = (event) =>
      void got.push([fileOf(event), (event.decision as { decision: string }).decision]);
    const observer = makeHook(note, { name: 'observer', observe: 'redacted', isAsync: false });
    const guard = makeHook((event) =>
      fileOf(event) === 'gone.ts' ? { decision: 'block', reason: 'no' } : undefined,
    );
    for (const _ of [1, 2]) await tell([observer, guard], { dispatchId: 'd' });
    expect(got).toEqual([
      ['new.ts', 'block'],
      ['old.ts', 'block'],
      ['gone.ts', 'block'],
    ]);
  });
});

describe('a decision', () => {
  const blocks = (file: string, facts = {}): ActiveHook =>
    makeHook(
      (event) => (fileOf(event) === file ? { decision: 'block', reason: 'not here' } : undefined),
      facts,
    );

  it('blocks the call for one of its files, and says which', async () => {
    const later = noting('', { protocol: 'hookmd', modify: null });
    const { decision, record } = await tell([blocks('old.ts', { name: 'a' }), later.hook]);
    expect(decision).toMatchObject({ decision: 'block', reason: 'old.ts: not here', decidedBy: ['code/a'] });
    expect(later.got).toEqual([]);
    const rows = record['hooks'] as readonly JsonObject[];
    expect(rows.map(({ name, file, cause }) => [name, file, cause])).toEqual([
      ['a', 'new.ts', null],
      ['a', 'old.ts', null],
      ['a', 'gone.ts', 'BLOCKED_EARLIER'],
      ['notes', 'new.ts', 'BLOCKED_EARLIER'],
      ['notes', 'old.ts', 'BLOCKED_EARLIER'],
      ['notes', 'gone.ts', 'BLOCKED_EARLIER'],
    ]);
  });

  it('says a reason as it is if the call is about one file, or the reason names it', async () => {
    const command = patch('*** Delete File: gone.ts');
    expect((await tell([blocks('gone.ts')], { command })).decision.reason).toBe('not here');
    const naming = makeHook((event) => ({ decision: 'block', reason: `no "${at(fileOf(event))}".` }));
    expect((await tell([naming])).decision.reason).toBe(`no "${at('new.ts')}".`);
    const other = makeHook(() => ({ decision: 'block', reason: 'no renew.ts' }));
    expect((await tell([other])).decision.reason).toBe('new.ts: no renew.ts');
  });

  it('has the context and messages of all files, and what is said of several once', async () => {
    const says = makeHook((event) => ({
      systemMessage: 'look',
      ...specific({ additionalContext: fileOf(event) === 'old.ts' ? 'mind old' : 'mind' }),
    }));
    const { decision } = await tell([says]);
    expect(decision).toMatchObject({
      decision: 'none',
      context: ['mind', 'mind old'],
      userMessages: ['look'],
    });
  });

  it('has the feedback about each file after the call, with the file', async () => {
    const facts = { on: 'PostToolUse', matcher: 'Write|Edit' } as const;
    const lint = makeHook((event) => ({ decision: 'block', reason: `bad ${event.tool_name}` }), facts);
    const test = makeHook(() => ({ decision: 'block', reason: 'run the tests' }), { ...facts, name: 'test' });
    const { decision } = await tell([lint, test], { on: 'PostToolUse' });
    expect(decision.feedback).toEqual([
      'new.ts: bad Write',
      'old.ts: bad Edit',
      'new.ts, old.ts: run the tests',
    ]);
  });

  it('allows the call if all of its files are allowed, or the whole of it', async () => {
    const allows = (files: readonly string[]): ActiveHook =>
      makeHook((event) =>
        files.includes(fileOf(event)) ? specific({ permissionDecision: 'allow' }) : undefined,
      );
    const { decision } = await tell([allows(['new.ts', 'old.ts'])]);
    expect(decision).toMatchObject({
      decision: 'none',
      dropped: [/^allow by code\/hook of new.ts: not every/, /old.ts/].map((text) =>
        expect.stringMatching(text),
      ),
    });
    expect((await tell([allows(['new.ts', 'old.ts', 'gone.ts'])])).decision.decision).toBe('allow');
    const whole = makeHook(() => specific({ permissionDecision: 'allow' }), { matcher: 'apply_patch' });
    expect((await tell([whole])).decision.decision).toBe('allow');
    expect((await tell([whole, blocks('old.ts')])).decision.decision).toBe('block');
  });

  it('blocks a file that is out of time: how many there are is up to the model', async () => {
    const hangs = makeHook(() => new Promise(() => {}), { timeoutMs: 5_000 });
    const { decision } = await tell([hangs], { budgetMs: 800 });
    expect(decision).toMatchObject({
      decision: 'block',
      reason: expect.stringMatching(/^new.ts: The required hook `hook` failed.*time budget/),
    });
  });

  it('is none about a call of more files than any patch has', async () => {
    const many = Array.from({ length: 501 }, (_, index) => `*** Delete File: ${index}`);
    await expect(tell([], { command: patch(...many) })).rejects.toMatchObject({ code: 'PAYLOAD' });
    expect((await tell([noting('Write').hook], { command: patch(...many.slice(1)) })).decision.decision).toBe(
      'none',
    );
  });
});

describe('a change', () => {
  const setsContent = (content: string, facts = {}): ActiveHook =>
    makeHook(({ tool_input: input }) => specific({ updatedInput: { ...input, content } }), {
      matcher: 'Write',
      ...facts,
    });

  it('of one file is one of the call, and the next hook gets it', async () => {
    const seen: unknown[] = [];
    const reads: Callback = (event) =>
      void seen.push(event.tool_input?.['content'] ?? event.tool_input?.['command']);
    const { decision, event } = await tell([
      setsContent('two\n', { name: 'a', priority: -1 }),
      makeHook(reads, { name: 'b', matcher: 'Write', modify: { input: ['content'] } }),
      makeHook(reads, { name: 'c', matcher: 'apply_patch', modify: null }),
    ]);
    const command = threeFiles.replace('+one', '+two');
    expect(decision).toMatchObject({ decision: 'none', input: { command }, changed: ['content'] });
    expect(event).toMatchObject({
      tool_name: 'apply_patch',
      tool_input: { command },
      tool: { paths: ['new.ts', 'old.ts', 'gone.ts'] },
    });
    expect(seen).toEqual(['two\n', command]);
  });

  it('is re-checked by the hooks of that file alone', async () => {
    const phases: unknown[] = [];
    const notes: Callback = (event, { phase }) => void phases.push([phase, fileOf(event)]);
    await tell([makeHook(notes, { name: 'a', priority: -1 }), setsContent('two\n', { name: 'b' })]);
    expect(phases).toEqual([
      ['modify', 'new.ts'],
      ['modify', 'old.ts'],
      ['modify', 'gone.ts'],
      ['recheck', 'new.ts'],
    ]);
  });

  it('of several edits is one of `edits`, or of none', async () => {
    const edits = [
      { old_string: '1', new_string: '2' },
      { old_string: '3', new_string: '5' },
    ];
    const sets = (fields: JsonObject): ActiveHook =>
      makeHook(({ tool_input: input }) => specific({ updatedInput: { ...input, ...fields } }), {
        matcher: 'MultiEdit',
      });
    expect((await tell([sets({ edits })])).decision.input).toEqual({
      command: threeFiles.replace('+4', '+5'),
    });
    const { decision, record } = await tell([sets({ new_string: 'all' })]);
    expect(decision).toMatchObject({ input: { command: threeFiles }, failedOpen: ['code/hook'] });
    expect((record['hooks'] as readonly JsonObject[])[0]).toMatchObject({
      cause: 'CONTRACT_VIOLATION',
      file: 'old.ts',
      reason: expect.stringMatching(/several edits/),
    });
  });

  it.each([
    ['continue', 'none'],
    ['block', 'block'],
  ] as const)(
    'that the call cannot say fails, and with onFailure %s the decision is %s',
    async (onFailure, expected) => {
      const { decision } = await tell([setsContent('a\r\nb', { onFailure })]);
      expect(decision).toMatchObject({ decision: expected, input: { command: threeFiles }, changed: [] });
      expect(decision.hooks[0]).toMatchObject({
        cause: 'CONTRACT_VIOLATION',
        reason: expect.stringMatching(/apply_patch has no words for/),
      });
    },
  );

  it('that the agent cannot carry fails, in the words of its call', async () => {
    const host = {
      cannotCarry: (_: HookEvent, { tool_input: input }: HookEvent) => `no ${Object.keys(input ?? {})}`,
    };
    const { decision } = await tell([setsContent('two\n')], { host });
    expect(decision.hooks[0]?.reason).toBe('no command');
  });

  it('of the whole comes first, and its files are those that hooks get', async () => {
    const command = patch('*** Delete File: other.ts');
    const whole = makeHook(() => specific({ updatedInput: { command } }), {
      name: 'whole',
      matcher: 'apply_patch',
      priority: -1,
    });
    const { hook, got } = noting('Write|Edit');
    const { decision } = await tell([hook, whole]);
    expect(got).toEqual([['Edit', 'other.ts']]);
    expect(decision.input).toEqual({ command });
  });

  it('of the output by one file is what the hook gets for the next', async () => {
    const facts = { on: 'PostToolUse', matcher: 'Write|Edit', modify: { output: 'replace' } } as const;
    const adds = makeHook(
      ({ tool_response: output }) => specific({ updatedToolOutput: `${output}!` }, 'PostToolUse'),
      facts,
    );
    const { decision } = await tell([adds], { on: 'PostToolUse', fields: { tool_response: 'done' } });
    expect(decision.output).toBe('done!!');
  });
});
