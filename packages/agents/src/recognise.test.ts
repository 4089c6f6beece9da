import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionOf, type EventName, type HookEvent } from '@hookmd/core/events';
import { describe, expect, it } from 'vitest';
import { integrations, recogniseAgent } from './index.ts';

const { 'claude-code': claudeCode, copilot, ...rest } = integrations;
if (claudeCode === undefined || copilot === undefined) throw new Error('they are there');

type Payload = Parameters<typeof recogniseAgent>[1];
const recorded = (directory: string): Payload[] =>
  readdirSync(join(import.meta.dirname, directory)).map((file) =>
    JSON.parse(readFileSync(join(import.meta.dirname, directory, file), 'utf8')),
  );
const name = async (...call: Parameters<typeof recogniseAgent>): Promise<string> =>
  (await recogniseAgent(...call)).name;

const fromCopilot = recorded('copilot/recorded-through-claude');
/** Set by Copilot in what it starts; also in a terminal of it, in which another agent may run. */
const inCopilot = { COPILOT_CLI: '1', CLAUDE_PROJECT_DIR: '/p' };

it("Copilot is known by what it sends of Claude Code's settings, also in a terminal of that", async () => {
  for (const payload of fromCopilot) {
    expect(await name(claudeCode, payload, inCopilot)).toBe('copilot');
    expect(await name(claudeCode, payload, { ...inCopilot, CLAUDECODE: '1' })).toBe('copilot');
  }
});

it('no variable makes another agent of Claude Code, nor does a payload alone', async () => {
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', transcript_path: '/t', cwd: '/p' };
  expect(await name(claudeCode, payload, { ...inCopilot, CURSOR_VERSION: '3' })).toBe('claude-code');
  expect(await name(claudeCode, { ...payload, timestamp: 'x' }, {})).toBe('claude-code');
});

it.each([
  ['cursor', { cursor_version: '3.1', conversation_id: 'c', hook_event_name: 'preToolUse' }, 'c'],
  ['vscode', { hookEventName: 'PreToolUse', sessionId: 's' }, 's'],
] as const)('%s is known by what only it sends, and by no session of ours', async (id, payload, session) => {
  const agent = await recogniseAgent(claudeCode, payload, {});
  expect(agent.name).toBe(id);
  expect(agent.format.readEvent(payload, 'PreToolUse')['session_id']).toBe(session);
  expect(agent.honours('PostToolUse')).not.toContain('output');
});

it('VS Code that writes every field as Claude Code does is known by the ids of its calls', async () => {
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'run_in_terminal' };
  expect(await name(claudeCode, { ...payload, tool_use_id: 'call_1__vscode-17' }, {})).toBe('vscode');
  expect(await name(claudeCode, { ...payload, tool_use_id: 'toolu_1' }, {})).toBe('claude-code');
});

/** What tells the one and the other. */
const senders: Readonly<Record<'cursor' | 'vscode', Payload>> = {
  cursor: { cursor_version: '3.9.16', conversation_id: 'c', session_id: 'c' },
  vscode: { hookEventName: 'PreToolUse', sessionId: 's' },
};
const readAs = async (id: 'cursor' | 'vscode', event: EventName, payload: Payload): Promise<Payload> => {
  const agent = await recogniseAgent(claudeCode, { ...senders[id], ...payload }, {});
  return agent.format.readEvent({ ...senders[id], ...payload }, event) as Payload;
};

it.each([
  ['cursor', 'Shell', { command: 'ls', cwd: '' }, 'Bash', { command: 'ls' }],
  ['cursor', 'Write', { file_path: '/p/a', content: 'x' }, 'Write', { file_path: '/p/a' }],
  ['cursor', 'Delete', { file_path: '/p/a' }, 'Delete', { file_path: '/p/a' }],
  ['cursor', 'MCP:create_issue', { title: 'x' }, 'mcp__unknown__create_issue', { title: 'x' }],
  ['cursor', 'SemanticSearch', { command: 'ls' }, 'SemanticSearch', { command: 'ls' }],
  ['vscode', 'run_in_terminal', { command: 'ls', explanation: 'x' }, 'Bash', { command: 'ls' }],
  ['vscode', 'create_file', { filePath: '/p/a', content: 'x' }, 'Write', { file_path: '/p/a', content: 'x' }],
  [
    'vscode',
    'replace_string_in_file',
    { filePath: '/p/a', oldString: 'x', newString: 'y' },
    'Edit',
    { file_path: '/p/a', old_string: 'x', new_string: 'y' },
  ],
  [
    'vscode',
    'multi_replace_string_in_file',
    { file_path: '/p/decoy', replacements: [{ filePath: '/p/a' }] },
    'MultiEdit',
    { _file_path: '/p/decoy' },
  ],
  ['vscode', 'read_file', { filePath: '/p/a' }, 'Read', { file_path: '/p/a' }],
  ['vscode', 'mcp_github_create_issue', { title: 'x' }, 'mcp__github__create_issue', { title: 'x' }],
  ['vscode', 'create_and_run_task', { command: 'ls' }, 'create_and_run_task', { command: 'ls' }],
] as const)('of %s, %s %j is %s', async (id, native, given, tool, input) => {
  const read = await readAs(id, 'PreToolUse', { tool_name: native, tool_input: given });
  expect(read).toMatchObject({ tool_name: tool, tool_input: input, tool: { native_name: native } });
});

it("Cursor's output, a JSON document in a text, is what hooks look at", async () => {
  const call = { tool_name: 'Shell', tool_input: { command: 'ls' }, cwd: '', workspace_roots: ['/p'] };
  const read = { tool_name: 'Bash', duration_ms: 7.5, cwd: '/p' };
  const output = '{"output":"hunter2","exitCode":0}';
  expect(
    await readAs('cursor', 'PostToolUse', { ...call, tool_output: output, duration: 7.5 }),
  ).toMatchObject({
    ...read,
    tool_response: { output: 'hunter2', exitCode: 0 },
  });
  expect(
    await readAs('cursor', 'PostToolUse', { ...call, tool_output: 'hunter2', duration: 7.5 }),
  ).toMatchObject({
    ...read,
    tool_response: 'hunter2',
  });
  expect(await readAs('cursor', 'PostToolUseFailure', { ...call, error_message: 'no' })).toMatchObject({
    error: 'no',
  });
});

it('a changed input goes back in the words that it came in', async () => {
  const payload = {
    ...senders.vscode,
    tool_name: 'create_file',
    tool_input: { filePath: '/p/a', content: 'x' },
  };
  const vscode = await recogniseAgent(claudeCode, payload, {});
  const event = vscode.format.readEvent(payload, 'PreToolUse') as unknown as HookEvent;
  const input = { file_path: '/p/a', content: 'y' };
  const decision = decisionOf('PreToolUse', { decision: 'none', input, changed: ['content'] });
  expect(JSON.parse(vscode.reply(decision, event).stdout)).toMatchObject({
    hookSpecificOutput: { updatedInput: { filePath: '/p/a', content: 'y' } },
  });
  expect(vscode.cannotCarry?.(event, { ...event, tool_input: input })).toBeNull();
  const unsaid = { filePath: '/p/b', content: 'y' };
  expect(vscode.cannotCarry?.(event, { ...event, tool_input: unsaid })).toMatch(/no words/);
});

describe.each(Object.values({ copilot, ...rest }))('$name', (agent) => {
  it('is itself under its own name, whatever it runs in', async () => {
    const payloads = recorded(`${agent.name}/recorded`);
    const around = { ...inCopilot, CLAUDECODE: '1', CURSOR_VERSION: '3' };
    for (const payload of payloads) expect(await recogniseAgent(agent, payload, around)).toBe(agent);
  });
});

it('what Copilot sends by either registration is the same call', async () => {
  const through = await recogniseAgent(claudeCode, fromCopilot[0] ?? {}, inCopilot);
  const call = { description: 'a file', path: '/p/a', file_text: 'x' };
  const result = { result_type: 'success', text_result_for_llm: 'done' };
  const [a, b] = [
    copilot.format.readEvent(
      {
        sessionId: 's',
        toolName: 'create',
        toolArgs: call,
        toolResult: { resultType: 'success', textResultForLlm: 'done' },
      },
      'PostToolUse',
    ),
    through.format.readEvent(
      { session_id: 's', tool_name: 'Write', tool_input: call, tool_result: result },
      'PostToolUse',
    ),
  ];
  const facts = ({ session_id, tool_name, tool_input, tool_response, tool }: typeof a): unknown[] => [
    session_id,
    tool_name,
    tool_input,
    tool_response,
    tool,
  ];
  expect(facts(b)).toEqual(facts(a));
  expect(b['tool_input']).toMatchObject({ file_path: '/p/a', content: 'x' });
});

it('a tool of an MCP server that Copilot names as Claude Code does keeps its name, dashes and all', async () => {
  const payload = { session_id: 's', timestamp: 'x', tool_name: 'mcp__my-server__do_thing', tool_input: {} };
  const through = await recogniseAgent(claudeCode, payload, inCopilot);
  expect(through.name).toBe('copilot');
  expect(through.format.readEvent(payload, 'PreToolUse')['tool_name']).toBe('mcp__my-server__do_thing');
});
