import type { CommonFields, EventName, EventPayload, JsonObject } from '@hookmd/core/events';
import { viewTool } from '../serve/kodelet-events.ts';

/** Makes an event as an agent would send it, with harmless values for missing fields. */
export type FixtureOf<E extends EventName> = (fields?: Partial<EventPayload<E>>) => EventPayload<E>;

/** The fields of one event alone: a row without a required field does not compile. */
type OwnFields<E extends EventName> = Omit<EventPayload<E>, keyof CommonFields | 'hook_event_name' | 'tool'>;

const call = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const usage = { input_tokens: 0, output_tokens: 0, current_context_window: 0, max_context_window: 200_000 };
const model = { provider: 'test', model: 'test-model' };

const ownFields: { readonly [E in EventName]: OwnFields<E> } = {
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'exit' },
  Setup: { trigger: 'init' },
  UserPromptSubmit: { prompt: 'Hello.' },
  UserPromptExpansion: { prompt: '/deploy now', command_name: 'deploy' },
  PreToolUse: { ...call, tool_use_id: 'call-1' },
  PermissionRequest: call,
  PermissionDenied: { ...call, reason: 'The user denied it.' },
  PostToolUse: { ...call, tool_use_id: 'call-1', tool_response: { stdout: '', stderr: '' } },
  PostToolUseFailure: { ...call, tool_use_id: 'call-1', error: 'It failed.' },
  PostToolBatch: { tool_calls: [] },
  PreSkillShellCommand: { ...call, tool_use_id: 'call-1', command_name: 'deploy' },
  Stop: { stop_hook_active: false, continuations: 0 },
  StopFailure: { error: 'It failed.' },
  SubagentStart: { agent_id: 'agent-1', agent_type: 'general' },
  SubagentStop: {
    agent_id: 'agent-1',
    agent_type: 'general',
    status: 'completed',
    stop_hook_active: false,
  },
  TurnEnd: { turn_number: 1, tools_used: false, usage, auto_compact_enabled: false },
  PreModelCall: { ...model, iteration: 1, tool_count: 0, messages: [] },
  PostModelCall: { ...model, response: { content: 'Done.' } },
  PreToolSelection: { ...model, tools: [] },
  PreModelSwitch: { from_model: 'test-model', to_model: 'other-model', source: 'command' },
  PostModelSwitch: { from_model: 'test-model', to_model: 'other-model', source: 'command' },
  PreCompact: { trigger: 'auto' },
  PostCompact: { trigger: 'auto' },
  TeammateIdle: { teammate_name: 'teammate-1' },
  TaskCreated: { task_id: 'task-1', task_subject: 'A task' },
  TaskCompleted: { task_id: 'task-1', task_subject: 'A task' },
  Notification: { message: 'The agent waits.' },
  MessageDisplay: { message_id: 'message-1', index: 0, final: true, delta: 'Done.' },
  Elicitation: { mcp_server_name: 'server-1', message: 'Which one?' },
  ElicitationResult: { mcp_server_name: 'server-1', action: 'accept' },
  ConfigChange: { source: 'user' },
  InstructionsLoaded: { file_path: '/project/AGENTS.md', load_reason: 'startup' },
  CwdChanged: { old_cwd: '/project', new_cwd: '/project/src' },
  DirectoryAdded: { directory: '/other', source: 'slash_command' },
  FileChanged: { file_path: '/project/a.txt', change: 'change' },
  WorktreeCreate: { name: 'worktree-1' },
  WorktreeRemove: { worktree_path: '/project/worktree-1' },
};

/** One maker for each event of the catalogue: `fixture.preToolUse({ tool_input: { command: 'ls' } })`. */
export const fixture: { readonly [E in EventName as Uncapitalize<E>]: FixtureOf<E> } = Object.fromEntries(
  Object.keys(ownFields).map((name) => [
    `${name[0]?.toLowerCase()}${name.slice(1)}`,
    (fields: JsonObject = {}) => makeEvent(name as EventName, fields),
  ]),
) as unknown as typeof fixture;

/** A whole event with these fields. The view of the tool call follows from the call. */
export function makeEvent(name: EventName, fields: JsonObject): JsonObject {
  const event = {
    schema: 'hookmd.event/1',
    hook_event_name: name,
    event_id: '01JD0000000000000000000000',
    session_id: 'session-1',
    turn_id: null,
    cwd: '/project',
    project_dir: '/project',
    transcript_path: null,
    permission_mode: null,
    invoked_by: 'main',
    agent: { name: 'test', version: null, native_event: name },
    ...(ownFields[name] as JsonObject),
    ...fields,
  } as JsonObject;
  const { tool_name: tool, tool_input: input } = event;
  if (typeof tool !== 'string' || fields['tool'] !== undefined) return event;
  return {
    ...event,
    tool: { ...viewTool(tool, tool, (input ?? {}) as JsonObject) } as unknown as JsonObject,
  };
}
