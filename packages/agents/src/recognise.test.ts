import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attachments } from './index.ts';
import { recogniseAgent } from './recognise.ts';

const { 'claude-code': claudeCode, copilot, ...others } = attachments;
if (claudeCode === undefined || copilot === undefined) throw new Error('they are there');

type Payload = Parameters<typeof recogniseAgent>[1];
const recorded = (folder: string): Payload[] =>
  readdirSync(join(import.meta.dirname, folder)).map((file) =>
    JSON.parse(readFileSync(join(import.meta.dirname, folder, file), 'utf8')),
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
  expect(agent.wire.readEvent(payload, 'PreToolUse')['session_id']).toBe(session);
  expect(agent.honours('PostToolUse')).not.toContain('output');
});

describe.each(Object.values({ copilot, ...others }))('$name', (agent) => {
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
    copilot.wire.readEvent(
      {
        sessionId: 's',
        toolName: 'create',
        toolArgs: call,
        toolResult: { resultType: 'success', textResultForLlm: 'done' },
      },
      'PostToolUse',
    ),
    through.wire.readEvent(
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
