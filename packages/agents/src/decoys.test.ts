/** A model may write any key beside those that a tool reads: none of them stands between a guard and what the tool does. */

import type { HookEvent, JsonObject } from '@hookmd/core/events';
import { completeEvent } from '@hookmd/core/runtime';
import { describe, expect, it } from 'vitest';
import { integrations } from './index.ts';

/** The call as the agent tells of it. */
const told: Readonly<Record<string, (name: string, input: JsonObject) => JsonObject>> = {
  cline: (name, input) => ({ taskId: 't', hookName: 'tool_call', tool_call: { id: 'c', name, input } }),
  copilot: (toolName, toolArgs) => ({ sessionId: 's', timestamp: 1, cwd: '/', toolName, toolArgs }),
};
const asOthers = (tool_name: string, tool_input: JsonObject): JsonObject => ({ tool_name, tool_input });

function read(agent: string, name: string, input: JsonObject): HookEvent {
  const { format } = integrations[agent] ?? expect.fail(`no agent ${agent}`);
  const native = { session_id: 's', ...(told[agent] ?? asOthers)(name, input) };
  const facts = { event: 'PreToolUse', eventId: 'e', agent, cwd: '/', projectDir: () => '/' } as const;
  const completion = completeEvent(format.readEvent(native, 'PreToolUse'), facts);
  return 'problems' in completion ? expect.fail(completion.problems.join()) : completion.event;
}

const evil = '/etc/shadow';
const decoy = 'README.md';

describe('a decoy is not what guards see', () => {
  it.each([
    ['cline', 'write_to_file', { path: evil, file_path: decoy }],
    ['cline', 'editor', { path: evil, new_text: 'x', file_path: decoy }],
    ['cline', 'read_files', { files: [{ path: evil }], file_path: decoy }],
    ['copilot', 'create', { path: evil, file_path: decoy }],
    ['opencode', 'read', { filePath: evil, file_path: decoy }],
    ['pi', 'write', { path: evil, file_path: decoy }],
    ['openclaw', 'read', { path: evil, file_path: decoy }],
    ['gemini-cli', 'list_directory', { dir_path: evil, path: decoy }],
  ])('%s: the path of %s', (agent, name, input) => {
    expect(read(agent, name, input).tool?.paths).toEqual([evil]);
    expect(read(agent, name, Object.fromEntries(Object.entries(input).reverse())).tool?.paths).toEqual([
      evil,
    ]);
  });

  it.each([
    ['cline', 'read_files', { files: [{ file: evil }], file_path: decoy }],
    ['gemini-cli', 'read_many_files', { include: ['/etc/*'], file_path: decoy }],
  ])('%s: a path where %s has none that can be told', (agent, name, input) => {
    expect(read(agent, name, input).tool?.paths).toEqual([]);
  });

  it('cline: the commands of run_commands', () => {
    const command = 'ls';
    expect(read('cline', 'run_commands', { commands: ['rm -rf /'], command }).tool?.command).toBe('rm -rf /');
    expect(read('cline', 'run_commands', { commands: [{ run: 'rm' }], command }).tool?.command).toBeNull();
  });

  it('codex: the script of exec', () => {
    expect(read('codex', 'exec', { input: 'rm()', command: 'ls' }).tool?.command).toBeNull();
  });
});
