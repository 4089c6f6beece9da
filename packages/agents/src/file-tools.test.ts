/** A hook for `Write|Edit` that reads `tool_input.file_path` means the same in every agent. Payloads: recorded, or as its sources have them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decision, EventName, HookEvent, JsonObject, JsonValue } from '@hookmd/core/events';
import { openRuntime } from '@hookmd/core/runtime';
import { resolvePlaces } from '@hookmd/core/system';
import { makeHook } from '@hookmd/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readers } from './answers.fixture.ts';
import { cursor } from './claude-code/cursor.ts';
import { vscode } from './claude-code/vscode.ts';
import { copilotThroughClaude } from './copilot/through-claude.ts';
import { integrations } from './index.ts';
import type { Integration } from './integration.ts';

interface Row {
  /** Of an agent, the tool by its own name, and its arguments; `{{p}}` is the project. */
  readonly call: readonly [agent: string, tool: string, args: JsonValue];
  /** What the hook gets: tool, file, and the text that is written. Default: one edit of `a.ts`. */
  readonly gets?: readonly (readonly [tool: string, file: string, text: string | undefined])[];
  /** The same after the call. Default: `gets`. */
  readonly leaves?: Row['gets'];
  /** The arguments after the hook has written `changed` for `new`; null = its change is rejected or dropped, and said. Default: no change. */
  readonly becomes?: JsonValue;
  /** Of the canonical arguments, in part. */
  readonly reads?: JsonObject;
}

const edit: Row['gets'] = [['Edit', 'a.ts', 'new']];
const write: Row['gets'] = [['Write', 'a.ts', 'new\n']];
const path = '{{p}}/a.ts';
const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
const both = patch('*** Add File: a.ts', '+new', '*** Update File: {{p}}/b.ts', '@@ f', ' x', '-old', '+new');
const changedBoth = both.replaceAll('+new', '+changed');
const getsBoth: Row['gets'] = [
  ['Write', 'a.ts', 'new\n'],
  ['Edit', 'b.ts', 'x\nnew'],
];
const texts = { old_string: 'old', new_string: 'new' };
const changedTexts = { ...texts, new_string: 'changed' };
const blocks = '------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n';

const rows: readonly Row[] = [
  // Claude Code, and the agents that read its settings.
  {
    call: ['claude-code', 'Write', { file_path: path, content: 'new\n' }],
    gets: write,
    becomes: { file_path: path, content: 'changed\n' },
  },
  {
    call: ['claude-code', 'Edit', { file_path: path, ...texts }],
    becomes: { file_path: path, ...changedTexts },
  },
  { call: ['claude-code', 'NotebookEdit', { notebook_path: path, new_source: 'new' }], gets: [] },
  {
    call: ['cursor', 'Write', { file_path: path, content: 'new\n' }],
    gets: write,
    becomes: { file_path: path, content: 'changed\n' },
  },
  {
    call: ['cursor', 'StrReplace', { file_path: path, ...texts }],
    becomes: { file_path: path, ...changedTexts },
  },
  { call: ['cursor', 'Delete', { file_path: path }], gets: [['Edit', 'a.ts', '']], leaves: [] },
  {
    call: ['vscode', 'create_file', { filePath: path, content: 'new\n' }],
    gets: write,
    becomes: { filePath: path, content: 'changed\n' },
  },
  {
    call: [
      'vscode',
      'replace_string_in_file',
      { explanation: 'why', filePath: path, oldString: 'old', newString: 'new' },
    ],
    becomes: { explanation: 'why', filePath: path, oldString: 'old', newString: 'changed' },
    reads: texts,
  },
  {
    call: [
      ...['vscode', 'multi_replace_string_in_file'],
      {
        explanation: 'why',
        replacements: [
          { explanation: '1', filePath: path, oldString: 'old', newString: 'new' },
          { explanation: '2', filePath: '{{p}}/b.ts', oldString: 'x', newString: 'y' },
        ],
      },
    ] as unknown as Row['call'],
    gets: [
      ['Edit', 'a.ts', 'new'],
      ['Edit', 'b.ts', 'y'],
    ],
    becomes: {
      explanation: 'why',
      replacements: [
        { explanation: '1', filePath: path, oldString: 'old', newString: 'changed' },
        { explanation: '2', filePath: '{{p}}/b.ts', oldString: 'x', newString: 'y' },
      ],
    },
  },
  {
    call: ['vscode', 'insert_edit_into_file', { filePath: path, code: 'new' }],
    becomes: { filePath: path, code: 'changed' },
  },
  {
    call: ['vscode', 'editFiles', { files: [path, 'b.ts'] }],
    gets: [
      ['Edit', 'a.ts', undefined],
      ['Edit', 'b.ts', undefined],
    ],
    becomes: null,
  },
  {
    call: ['vscode', 'apply_patch', { explanation: 'why', input: both }],
    gets: getsBoth,
    becomes: { explanation: 'why', input: changedBoth },
  },
  { call: ['vscode', 'edit_notebook_file', { filePath: path, newCode: 'new' }], gets: [] },
  // Codex.
  { call: ['codex', 'apply_patch', { command: both }], gets: getsBoth, becomes: { command: changedBoth } },
  {
    call: [
      'codex',
      'apply_patch',
      {
        command: patch(
          '*** Update File: a.ts',
          '*** Move to: b/c.ts',
          '-old',
          '+new',
          '*** Delete File: d.ts',
        ),
      },
    ],
    gets: [
      ['Edit', 'a.ts', 'new'],
      ['Edit', 'b/c.ts', 'new'],
      ['Edit', 'd.ts', ''],
    ],
    leaves: [['Edit', 'b/c.ts', 'new']],
    becomes: {
      command: patch(
        '*** Update File: a.ts',
        '*** Move to: b/c.ts',
        '-old',
        '+changed',
        '*** Delete File: d.ts',
      ),
    },
  },
  {
    call: [
      'codex',
      'apply_patch',
      { command: patch('*** Update File: a.ts', '-old', '+new', '@@', '-3', '+4') },
    ],
    gets: [['Edit', 'a.ts', 'new\n4']],
    becomes: null,
    reads: { old_string: 'old\n3', edits: [texts, { old_string: '3', new_string: '4' }] },
  },
  { call: ['codex', 'Bash', { command: "apply_patch <<'EOF'\n*** Begin Patch\n" }], gets: [] },
  // Copilot.
  {
    call: ['copilot', 'create', { path, file_text: 'new\n' }],
    gets: write,
    becomes: { path, file_text: 'changed\n' },
  },
  {
    call: ['copilot', 'edit', { path, old_str: 'old', new_str: 'new' }],
    becomes: { path, old_str: 'old', new_str: 'changed' },
    reads: texts,
  },
  {
    call: ['copilot', 'edit', JSON.stringify({ path: 'a.ts', old_str: 'old', new_str: 'new' })],
    becomes: { path: 'a.ts', old_str: 'old', new_str: 'changed' },
  },
  {
    call: ['copilot', 'str_replace_editor', { command: 'create', path, file_text: 'new\n' }],
    gets: write,
    becomes: { command: 'create', path, file_text: 'changed\n' },
  },
  {
    call: ['copilot', 'str_replace_editor', { command: 'str_replace', path, old_str: 'old', new_str: 'new' }],
    becomes: { command: 'str_replace', path, old_str: 'old', new_str: 'changed' },
    reads: texts,
  },
  { call: ['copilot', 'str_replace_editor', { command: 'view', path }], gets: [] },
  { call: ['copilot', 'apply_patch', both], gets: getsBoth, becomes: changedBoth },
  {
    call: ['copilot through Claude', 'Write', { path, file_text: 'new\n' }],
    gets: write,
    becomes: { path, file_text: 'changed\n' },
  },
  // Gemini CLI and Qwen Code, which takes no changed input.
  {
    call: ['gemini-cli', 'write_file', { file_path: 'a.ts', content: 'new\n' }],
    gets: write,
    becomes: { file_path: 'a.ts', content: 'changed\n' },
  },
  {
    call: ['gemini-cli', 'replace', { instruction: 'i', file_path: './a.ts', ...texts }],
    becomes: { instruction: 'i', file_path: './a.ts', ...changedTexts },
  },
  { call: ['qwen-code', 'write_file', { file_path: path, content: 'new\n' }], gets: write, becomes: null },
  { call: ['qwen-code', 'edit', { file_path: path, ...texts }], becomes: null },
  { call: ['qwen-code', 'notebook_edit', { notebook_path: path, new_source: 'new' }], gets: [] },
  // Cline: its command line, then its extension, which takes no changed input and sends strings.
  {
    call: ['cline', 'editor', { path, new_text: 'new\n' }],
    gets: write,
    becomes: { path, new_text: 'changed\n' },
  },
  {
    call: ['cline', 'editor', { path, old_text: 'old', new_text: 'new' }],
    becomes: { path, old_text: 'old', new_text: 'changed' },
    reads: texts,
  },
  {
    call: ['cline', 'editor', { path, new_text: 'new', insert_line: 1 }],
    becomes: { path, new_text: 'changed', insert_line: 1 },
  },
  { call: ['cline', 'apply_patch', { input: both }], gets: getsBoth, becomes: { input: changedBoth } },
  { call: ['cline', 'apply_patch', both], gets: getsBoth, becomes: { input: changedBoth } },
  {
    call: ['cline extension', 'write_to_file', { path: 'a.ts', content: 'new\n' }],
    gets: write,
    becomes: null,
  },
  { call: ['cline extension', 'new_rule', { path: 'a.ts', content: 'new\n' }], gets: write, becomes: null },
  {
    call: ['cline extension', 'replace_in_file', { path: 'a.ts', diff: blocks }],
    becomes: null,
    reads: texts,
  },
  {
    call: ['cline extension', 'replace_in_file', { path: 'a.ts', diff: blocks + blocks }],
    gets: [['Edit', 'a.ts', 'new\nnew']],
    becomes: null,
  },
  {
    call: ['cline extension', 'apply_patch', { input: `%%bash\napply_patch <<"EOF"\n${both}EOF` }],
    gets: getsBoth,
    becomes: null,
  },
  // OpenCode, pi and OpenClaw.
  {
    call: ['opencode', 'write', { filePath: 'a.ts', content: 'new\n' }],
    gets: write,
    becomes: { filePath: 'a.ts', content: 'changed\n' },
  },
  {
    call: ['opencode', 'edit', { filePath: path, oldString: 'old', newString: 'new', replaceAll: true }],
    becomes: { filePath: path, oldString: 'old', newString: 'changed', replaceAll: true },
    reads: { ...texts, replace_all: true },
  },
  {
    call: ['opencode', 'multiedit', { filePath: path, edits: [{ oldString: 'old', newString: 'new' }] }],
    becomes: { filePath: path, edits: [{ oldString: 'old', newString: 'changed' }] },
    reads: texts,
  },
  {
    call: ['opencode', 'apply_patch', { patchText: both }],
    gets: getsBoth,
    becomes: { patchText: changedBoth },
  },
  { call: ['opencode', 'patch', { patchText: both }], gets: getsBoth, becomes: { patchText: changedBoth } },
  {
    call: ['pi', 'write', { path: 'a.ts', content: 'new\n' }],
    gets: write,
    becomes: { path: 'a.ts', content: 'changed\n' },
  },
  {
    call: ['pi', 'edit', { path: 'a.ts', edits: [{ oldText: 'old', newText: 'new' }] }],
    becomes: { path: 'a.ts', edits: [{ oldText: 'old', newText: 'changed' }] },
    reads: texts,
  },
  {
    call: [
      'pi',
      'edit',
      {
        path,
        edits: [
          { oldText: 'old', newText: 'new' },
          { oldText: '3', newText: '4' },
        ],
      },
    ],
    gets: [['Edit', 'a.ts', 'new\n4']],
    becomes: null,
    reads: { edits: [texts, { old_string: '3', new_string: '4' }] },
  },
  {
    call: ['openclaw', 'write', { path: 'a.ts', content: 'new\n' }],
    gets: write,
    becomes: { path: 'a.ts', content: 'changed\n' },
  },
  {
    call: ['openclaw', 'edit', { path, edits: [{ oldText: 'old', newText: 'new' }] }],
    becomes: { path, edits: [{ oldText: 'old', newText: 'changed' }] },
    reads: texts,
  },
  {
    call: ['openclaw', 'edit', { path, edits: '[{"oldText":"old","newText":"new"}]' }],
    becomes: { path, edits: [{ oldText: 'old', newText: 'changed' }] },
    reads: texts,
  },
  {
    call: ['openclaw', 'edit', { path, oldText: 'old', newText: 'new' }],
    becomes: { path, edits: [{ oldText: 'old', newText: 'changed' }] },
    reads: texts,
  },
  { call: ['openclaw', 'apply_patch', { input: both }], gets: getsBoth, becomes: { input: changedBoth } },
];

const agents: Readonly<Record<string, Integration | undefined>> = {
  ...integrations,
  cursor,
  vscode,
  'copilot through Claude': copilotThroughClaude,
  'cline extension': integrations['cline'],
};
/** How each agent tells of a call, where not as Claude Code does. */
const payloads: Readonly<Record<string, (name: string, input: JsonValue) => JsonObject>> = {
  copilot: (toolName, toolArgs) => ({ sessionId: 's', timestamp: 1, cwd: project, toolName, toolArgs }),
  'copilot through Claude': (tool_name, tool_input) => ({
    session_id: 's',
    timestamp: '1',
    cwd: project,
    tool_name,
    tool_input,
  }),
  cline: (name, input) => ({
    taskId: 't',
    hookName: 'tool_call',
    workspaceRoots: [project],
    tool_call: { id: 'c', name, input },
  }),
  'cline extension': (toolName, parameters) => ({
    taskId: 't',
    hookName: 'PreToolUse',
    workspaceRoots: [project],
    preToolUse: { toolName, parameters },
  }),
};

let home = '';
let project = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'hookmd-file-tools-'));
  project = home;
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const fill = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('{{p}}', project));

interface Told {
  readonly events: readonly HookEvent[];
  readonly decision: Decision;
  readonly answer: ReturnType<NonNullable<(typeof readers)[string]>>;
}

async function tell(
  [agent, tool, args]: Row['call'],
  run: (event: HookEvent) => unknown,
  on: EventName = 'PreToolUse',
): Promise<Told> {
  const host = agents[agent] ?? expect.fail(`no agent ${agent}`);
  const payload = payloads[agent]?.(tool, fill(args)) ?? {
    session_id: 's',
    cwd: project,
    tool_name: tool,
    tool_input: fill(args),
  };
  const environment = { HOME: home };
  const places = resolvePlaces({ workDir: project, cwd: project, environment });
  const runtime = await openRuntime({ places, environment, cwd: project, host });
  const events: HookEvent[] = [];
  const note = (event: HookEvent): unknown => {
    events.push(event);
    return run(event);
  };
  const extraHooks = [makeHook(note, { matcher: 'Write|Edit', on })];
  const { decision, event } = await runtime.dispatch(on, payload, { extraHooks });
  await runtime.close();
  const { stdout } = host.reply(decision, event);
  return { events, decision, answer: readers[host.name]?.(stdout === '' ? {} : JSON.parse(stdout)) ?? {} };
}

const textOf = ({ tool_input: input }: HookEvent): unknown => input?.['content'] ?? input?.['new_string'];
const titled = rows.map((row) => [row.call.slice(0, 2).join(': '), row.call[2], row] as const);

it('every agent is in the table', () => {
  expect([...new Set(rows.map(({ call: [agent] }) => agent))].sort()).toEqual(Object.keys(agents).sort());
});

describe.each(titled)('%s %j', (_, __, { call, gets = edit, leaves = gets, becomes, reads = {} }) => {
  it('is a Write or an Edit with a file_path', async () => {
    const { events, answer } = await tell(call, () => undefined);
    expect(events.map((event) => [event.tool_name, event.tool_input?.['file_path'], textOf(event)])).toEqual(
      gets.map(([tool, file, text]) => [tool, join(project, file), text]),
    );
    if (events.length > 0) expect(events[0]?.tool_input).toMatchObject(reads);
    expect(answer).toEqual({});
  });

  it('is blocked with the reason, in the words of the agent', async () => {
    const { answer } = await tell(call, (event) => ({
      decision: 'block',
      reason: `not in ${event.tool_input?.['file_path']}`,
    }));
    const [first] = gets;
    if (first === undefined) expect(answer).toEqual({});
    else expect(answer.block).toMatch(new RegExp(`not in ${join(project, first[1])}$`));
  });

  it('takes a change of the text, or says that it does not', async () => {
    const { answer, decision } = await tell(call, ({ tool_input: input = {} }) => {
      const key = input['content'] === undefined ? 'new_string' : 'content';
      const updatedInput = { ...input, [key]: String(input[key]).replace('new', 'changed') };
      return { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } };
    });
    const unsaid = [...decision.failedOpen, ...decision.dropped];
    expect(answer.input).toEqual(becomes === undefined || becomes === null ? undefined : fill(becomes));
    expect(unsaid.length).toBe(becomes === null ? 1 : 0);
  });

  it('is the same after the call, without what is gone', async () => {
    const { events } = await tell(call, () => undefined, 'PostToolUse');
    expect(events.map((event) => [event.tool_name, textOf(event)])).toEqual(
      leaves.map(([tool, , text]) => [tool, text]),
    );
  });
});
