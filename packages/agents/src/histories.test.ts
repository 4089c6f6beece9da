/** A history is read as the agent told hooks: from files that real agents wrote, with the payloads that they sent meanwhile. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as zlib from 'node:zlib';
import type { EventName, JsonObject } from '@hookmd/core/events';
import { afterAll, describe, expect, it } from 'vitest';
import { type HistoryIssue, histories, integrations, type PastEvent } from './index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hookmd-histories-'));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Difference {
  readonly of: 'sent' | 'read';
  readonly event: EventName;
  /** A part of the fact, as JSON. */
  readonly has: string;
  readonly because: string;
}

const hasZstandard = 'zstdDecompressSync' in zlib;
const packed = 'a long record is compressed';
const ran = 'the history has the input that ran';
const original = 'the history has the input before a hook changed it';
const changed: readonly Difference[] = [
  { of: 'sent', event: 'PostToolUse', has: 'touch changed.txt', because: original },
  { of: 'read', event: 'PostToolUse', has: 'touch written.txt', because: original },
];

/** All differences but ids and times, which are those of other moments. */
const differences: Readonly<Record<string, readonly Difference[]>> = {
  'claude-code': [
    ...changed,
    { of: 'sent', event: 'PostToolUse', has: 'echo inside', because: 'sub-agents keep no output for hooks' },
  ],
  codex: [
    {
      of: 'read',
      event: 'PreToolUse',
      has: 'no patch',
      because: 'Codex rejects what is no patch before hooks get it',
    },
    { of: 'sent', event: 'PreToolUse', has: '*** Begin Patch', because: 'scripts keep no patch' },
    { of: 'sent', event: 'PostToolUse', has: '*** Begin Patch', because: 'scripts keep no patch' },
    {
      of: 'sent',
      event: 'PreToolUse',
      has: 'rm -rf victim',
      because: 'scripts keep no call that did not run',
    },
    { of: 'sent', event: 'PreToolUse', has: 'touch written.txt', because: 'scripts keep the input that ran' },
    { of: 'read', event: 'PreToolUse', has: 'touch changed.txt', because: 'scripts keep the input that ran' },
    { of: 'sent', event: 'PostToolUse', has: 'get_goal', because: 'the shape of its output is not known' },
    { of: 'sent', event: 'PostToolUse', has: 'spawn_agent', because: 'the shape of its output is not known' },
  ],
  cline: [
    { of: 'sent', event: 'PostToolUse', has: 'touch changed.txt', because: original },
    { of: 'read', event: 'PostToolUse', has: 'touch written.txt', because: original },
  ],
  copilot: changed,
  openclaw: [
    ...(hasZstandard
      ? []
      : ([{ of: 'sent', event: 'PreToolUse', has: 'long long', because: packed }] as const)),
    ...(hasZstandard
      ? []
      : ([{ of: 'sent', event: 'PostToolUse', has: 'long long', because: packed }] as const)),
    { of: 'sent', event: 'PostToolUse', has: 'touch changed.txt', because: original },
    { of: 'read', event: 'PostToolUse', has: 'touch written.txt', because: original },
  ],
  opencode: [
    { of: 'sent', event: 'PreToolUse', has: 'touch written.txt', because: ran },
    { of: 'read', event: 'PreToolUse', has: 'touch changed.txt', because: ran },
  ],
  pi: [
    ...changed,
    { of: 'read', event: 'PostToolUse', has: 'rm -rf victim', because: 'it keeps a block as a failure' },
  ],
  'qwen-code': [
    { of: 'sent', event: 'PostToolUse', has: '"agent"', because: 'it has one key more of a task' },
    { of: 'read', event: 'PostToolUse', has: '"agent"', because: 'it has one key more of a task' },
    {
      of: 'sent',
      event: 'UserPromptSubmit',
      has: '"prompt":""',
      because: 'it sends no prompt with each result',
    },
    { of: 'sent', event: 'PostToolUse', has: 'echo inside', because: 'sub-agents keep no output for hooks' },
  ],
  'gemini-cli': [
    { of: 'sent', event: 'PreToolUse', has: 'touch written.txt', because: ran },
    { of: 'read', event: 'PreToolUse', has: 'touch changed.txt', because: ran },
    {
      of: 'sent',
      event: 'PostToolUse',
      has: 'touch changed.txt',
      because: 'the model also reads that it was changed',
    },
    {
      of: 'read',
      event: 'PostToolUse',
      has: 'touch changed.txt',
      because: 'the model also reads that it was changed',
    },
    {
      of: 'sent',
      event: 'PostToolUse',
      has: 'missing.txt',
      because: 'of a failure there is only the message',
    },
    { of: 'sent', event: 'PostToolUse', has: 'invoke_agent', because: 'it has a text where hooks get parts' },
    { of: 'read', event: 'PostToolUse', has: 'invoke_agent', because: 'it has a text where hooks get parts' },
  ],
};

/** What the recorded histories have that cannot be read. */
const issues: Readonly<Record<string, readonly string[]>> = {
  codex: ['A script changed files, and its patch is not kept. (1 more like this)'],
  openclaw: hasZstandard
    ? []
    : ['A long record is compressed with Zstandard, which needs Node 22.15 or newer.'],
};

type Fact = Readonly<Record<string, unknown>>;

/** Agents whose history does not have the session that hooks get. */
const otherSessions: ReadonlySet<string> = new Set(['cline']);

/** Agents that send no directory with a call. */
const withoutDirectory: ReadonlySet<string> = new Set(['openclaw']);

function factOf(agent: string, event: EventName, payload: JsonObject): Fact {
  const { session_id, cwd, tool_name, tool_input, tool, tool_response, error, prompt, invoked_by } =
    integrations[agent]?.format.readEvent(payload, event) ?? {};
  const session = otherSessions.has(agent) ? typeof session_id : session_id;
  const directory = withoutDirectory.has(agent) && tool_name !== undefined ? undefined : cwd;
  return { event, session, directory, invoked_by, tool_name, tool_input, tool, tool_response, error, prompt };
}

/** Databases are recorded in a packed form. */
function unpack(agent: string): string {
  const from = join(import.meta.dirname, agent, 'recorded-history', 'sessions');
  const packed = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.gz'),
  );
  for (const file of packed) {
    const to = join(scratch, agent, file.slice(0, -'.gz'.length));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, zlib.gunzipSync(readFileSync(join(from, file))));
  }
  return packed.length === 0 ? from : join(scratch, agent);
}

async function readAll(agent: string): Promise<readonly (PastEvent | HistoryIssue)[]> {
  const directory = unpack(agent);
  const history = histories[agent];
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
    history?.isSession(file),
  );
  const found = [];
  for (const file of files)
    for await (const item of history?.read(join(directory, file)) ?? []) found.push(item);
  return found;
}

function sentBy(agent: string): readonly Fact[] {
  const text = readFileSync(join(import.meta.dirname, agent, 'recorded-history', 'payloads.jsonl'), 'utf8');
  const lines = text.trim().split('\n');
  return lines.map((line) => {
    const { event, payload } = JSON.parse(line);
    return factOf(agent, event, payload);
  });
}

/** A session that continues another one can start with a copy of it: of copies, the one that was sent. */
function withoutCopies(agent: string, events: readonly PastEvent[], sent: readonly Fact[]): readonly Fact[] {
  const known = new Set(sent.map(sortedJson));
  const facts = new Map<string, Fact>();
  for (const { event, payload, id, at } of events) {
    const [key, fact] = [`${event} ${id} ${at}`, factOf(agent, event, payload)];
    if (!facts.has(key) || known.has(sortedJson(fact))) facts.set(key, fact);
  }
  return [...facts.values()];
}

/** What is in the first list and not in the second, each as often as it is there. */
function without(facts: readonly Fact[], others: readonly Fact[]): readonly string[] {
  const left = others.map(sortedJson);
  return facts.map(sortedJson).filter((fact) => {
    const index = left.indexOf(fact);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

describe.each(Object.keys(histories))('the history of %s', (agent) => {
  it('has the events that the agent sent, except what is named here', async () => {
    const items = await readAll(agent);
    expect(items.flatMap((item) => ('message' in item ? [item.message] : []))).toEqual(issues[agent] ?? []);
    const sent = sentBy(agent);
    const read = withoutCopies(
      agent,
      items.filter((item) => 'event' in item),
      sent,
    );
    expect(sent.filter(({ event }) => event === 'PreToolUse').length).toBeGreaterThan(8);
    const rows = differences[agent] ?? [];
    const unnamed = (of: Difference['of'], facts: readonly string[]): readonly string[] =>
      facts.filter(
        (fact) =>
          !rows.some((row) => row.of === of && fact.includes(row.has) && fact.includes(`"${row.event}"`)),
      );
    const [onlySent, onlyRead] = [without(sent, read), without(read, sent)];
    expect({ sent: unnamed('sent', onlySent), read: unnamed('read', onlyRead) }).toEqual({
      sent: [],
      read: [],
    });
    for (const { of, has, event } of rows) {
      const facts = of === 'sent' ? onlySent : onlyRead;
      expect(facts.filter((fact) => fact.includes(has) && fact.includes(`"${event}"`))).not.toEqual([]);
    }
  });

  it('has a time and an id for each event', async () => {
    const events = (await readAll(agent)).filter((item) => 'event' in item);
    for (const { at, id } of events) expect([Number(at) > 1e12, typeof id]).toEqual([true, 'string']);
  });
});

it.each([
  ['exec_command', { cmd: 'ls', workdir: 'a' }, 'ls', '/project/a'],
  ['shell_command', { command: 'ls | wc' }, 'ls | wc', '/project'],
  ['shell', { command: ['bash', '-lc', 'ls | wc'] }, 'ls | wc', '/project'],
  ['shell', { command: ['ls', 'a b'] }, "ls 'a b'", '/project'],
])('the command of a call of %s %j in Codex is %s', async (name, given, command, cwd) => {
  const path = join(scratch, 'rollout.jsonl');
  const records = [
    { type: 'session_meta', payload: { id: 's', cwd: '/project' } },
    { type: 'response_item', payload: { type: 'function_call', name, arguments: JSON.stringify(given) } },
  ];
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const items = [];
  for await (const item of histories['codex']?.read(path) ?? []) items.push(item);
  expect(items).toMatchObject([
    { payload: { tool_name: 'Bash', tool_input: { command }, cwd, session_id: 's' } },
  ]);
});
