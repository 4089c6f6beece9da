/**
 * The event catalog: one row holds everything that the code needs to know about an event. To add an event, add its row; no
 * other code names an event.
 */
export type EventKind = 'before' | 'after' | 'stop' | 'notification';

/** What an output may do to an event besides observing it. */
export type Permit =
  | 'block'
  | 'ask'
  | 'preApprove'
  | 'input'
  | 'tools'
  | 'feedback'
  | 'output'
  | 'context'
  | 'followUp'
  | 'replace'
  | 'hint';

/** The kinds of payload fields; protocol/event.ts has their types, schema/ their schemas. */
export type FieldKind =
  | 'string'
  | 'text?' // a string or null
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'any'
  | 'messages'
  | 'usage'
  | 'subagentStatus'
  | 'fileChange';

/** One event of the catalogue: its fields, and what hooks may do. */
export interface EventRow {
  readonly kind: EventKind;
  readonly about: string;
  /** Payload fields beside the common ones; a trailing `?` in the name = may be absent. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  readonly permits: readonly Permit[];
  /** Payload field that `matcher` is compared with; `tool_name` also compares native name and kind. */
  readonly subject: string | null;
  /** The matcher is compared with a part of the field; absent = all of it. */
  readonly subjectIs?: 'file name';
  /** Payload field that an `output` change replaces. */
  readonly output: string | null;
  /** The payload field that a hook may change before the action; hooks that ran before a change by another hook run again. */
  readonly input?: string;
  /** A changed input counts only beside an `allow`. */
  readonly inputNeedsAllow?: true;
  /** A session starts: the hook index is refreshed, old records are removed. */
  readonly beginsSession?: true;
}

/** The event catalogue: one row for each event, by name. */
export const events = {
  SessionStart: {
    kind: 'notification',
    about: 'A session begins.',
    fields: { source: 'string', 'model?': 'string' },
    permits: ['context'],
    subject: 'source',
    output: null,
    beginsSession: true,
  },
  SessionEnd: {
    kind: 'notification',
    about: 'A session ends, cleanly or with an error.',
    fields: { reason: 'string' },
    permits: [],
    subject: 'reason',
    output: null,
  },
  Setup: {
    kind: 'notification',
    about: "The agent prepares itself, before the user's first message.",
    fields: { trigger: 'string' },
    permits: ['context'],
    subject: 'trigger',
    output: null,
  },
  UserPromptSubmit: {
    kind: 'before',
    about: 'The user sent a message, and the agent has not read it yet.',
    fields: { prompt: 'string' },
    permits: ['block', 'context'],
    subject: null,
    output: null,
  },
  UserPromptExpansion: {
    kind: 'before',
    about: 'A command that the user typed is about to become a message for the model.',
    fields: {
      prompt: 'string',
      command_name: 'string',
      'command_args?': 'string',
      'command_source?': 'string',
      'expansion_type?': 'string',
    },
    permits: ['block', 'context'],
    subject: 'command_name',
    output: null,
  },
  PreToolUse: {
    kind: 'before',
    about: 'The agent is about to call a tool.',
    fields: { tool_name: 'string', tool_input: 'object', tool_use_id: 'string' },
    permits: ['block', 'ask', 'preApprove', 'input', 'context'],
    subject: 'tool_name',
    output: null,
    input: 'tool_input',
  },
  PermissionRequest: {
    kind: 'before',
    about: 'The agent is about to ask the user for permission.',
    fields: { tool_name: 'string', tool_input: 'object', 'permission_suggestions?': 'array' },
    permits: ['block', 'preApprove', 'input'],
    subject: 'tool_name',
    output: null,
    input: 'tool_input',
    inputNeedsAllow: true,
  },
  PermissionDenied: {
    kind: 'notification',
    about: 'A permission was denied.',
    fields: { tool_name: 'string', tool_input: 'object', reason: 'string' },
    permits: [],
    subject: 'tool_name',
    output: null,
  },
  PostToolUse: {
    kind: 'after',
    about: 'A tool call succeeded, and the model has not read its output yet.',
    fields: {
      tool_name: 'string',
      tool_input: 'object',
      tool_use_id: 'string',
      tool_response: 'any',
      'duration_ms?': 'number',
      'original_tool_input?': 'object',
    },
    permits: ['feedback', 'output', 'context'],
    subject: 'tool_name',
    output: 'tool_response',
  },
  PostToolUseFailure: {
    kind: 'after',
    about: 'A tool call failed, and the model has not read the error yet.',
    fields: {
      tool_name: 'string',
      tool_input: 'object',
      tool_use_id: 'string',
      error: 'string',
      'is_interrupt?': 'boolean',
    },
    permits: ['output', 'context'],
    subject: 'tool_name',
    output: 'error',
  },
  PostToolBatch: {
    kind: 'before',
    about:
      'All tool calls of one response have ended, and the agent is about to send the results to the model.',
    fields: { tool_calls: 'array' },
    permits: ['block', 'context'],
    subject: null,
    output: null,
  },
  PreSkillShellCommand: {
    kind: 'before',
    about: 'A shell command in the text of a skill is about to run.',
    fields: {
      tool_name: 'string',
      tool_input: 'object',
      tool_use_id: 'string',
      'command_name?': 'string',
      'command_source?': 'string',
    },
    permits: ['block', 'ask'],
    subject: 'tool_name',
    output: null,
  },
  Stop: {
    kind: 'stop',
    about: 'The agent is about to stop; its turn ended normally.',
    fields: {
      stop_hook_active: 'boolean',
      continuations: 'number',
      'last_assistant_message?': 'text?',
      'messages?': 'messages',
      'usage?': 'usage',
      'invoked_recipe?': 'string',
      'auto_compact_enabled?': 'boolean',
      'auto_compact_threshold?': 'number',
    },
    permits: ['followUp', 'replace'],
    subject: null,
    output: null,
  },
  StopFailure: {
    kind: 'notification',
    about: 'The agent stopped because of an error.',
    fields: { error: 'string', 'error_type?': 'string' },
    permits: [],
    subject: 'error',
    output: null,
  },
  SubagentStart: {
    kind: 'notification',
    about: 'A sub-agent starts.',
    fields: { agent_id: 'string', agent_type: 'string' },
    permits: ['context'],
    subject: 'agent_type',
    output: null,
  },
  SubagentStop: {
    kind: 'stop',
    about: 'A sub-agent completed or was canceled.',
    fields: {
      agent_id: 'string',
      agent_type: 'string',
      status: 'subagentStatus',
      stop_hook_active: 'boolean',
    },
    permits: ['followUp'],
    subject: 'agent_type',
    output: null,
  },
  TurnEnd: {
    kind: 'stop',
    about: 'The model responded once, with or without tool calls.',
    fields: {
      turn_number: 'number',
      tools_used: 'boolean',
      usage: 'usage',
      auto_compact_enabled: 'boolean',
      'auto_compact_threshold?': 'number',
      'response?': 'string',
    },
    permits: ['replace'],
    subject: null,
    output: null,
  },
  PreModelCall: {
    kind: 'before',
    about: 'The agent is about to call the model.',
    fields: {
      provider: 'string',
      model: 'string',
      iteration: 'number',
      tool_count: 'number',
      messages: 'array',
    },
    permits: ['block', 'hint', 'context'],
    subject: 'model',
    output: null,
    input: 'messages',
  },
  PostModelCall: {
    kind: 'after',
    about: 'The model responded; the agent has not read the response yet.',
    fields: { provider: 'string', model: 'string', response: 'any', 'usage?': 'usage' },
    permits: ['output', 'context'],
    subject: 'model',
    output: 'response',
  },
  PreToolSelection: {
    kind: 'before',
    about: 'The agent is about to offer its tools to the model.',
    fields: { provider: 'string', model: 'string', tools: 'array' },
    permits: ['tools'],
    subject: 'model',
    output: null,
    input: 'tools',
  },
  PreModelSwitch: {
    kind: 'before',
    about: 'The user is about to switch to another model.',
    fields: { from_model: 'string', to_model: 'string', source: 'string', 'requested_model?': 'text?' },
    permits: ['block', 'ask', 'preApprove'],
    subject: 'to_model',
    output: null,
  },
  PostModelSwitch: {
    kind: 'notification',
    about: 'The session continues with another model.',
    fields: { from_model: 'string', to_model: 'string', source: 'string', 'requested_model?': 'text?' },
    permits: ['context'],
    subject: 'to_model',
    output: null,
  },
  PreCompact: {
    kind: 'before',
    about: 'The context is about to be compacted.',
    fields: { trigger: 'string', 'custom_instructions?': 'text?' },
    permits: ['block'],
    subject: 'trigger',
    output: null,
  },
  PostCompact: {
    kind: 'notification',
    about: 'The context was compacted.',
    fields: { trigger: 'string', 'summary?': 'string' },
    permits: [],
    subject: 'trigger',
    output: null,
  },
  TeammateIdle: {
    kind: 'stop',
    about: 'An agent of a team has no work left.',
    fields: { teammate_name: 'string', 'team_name?': 'string' },
    permits: ['followUp'],
    subject: null,
    output: null,
  },
  TaskCreated: {
    kind: 'before',
    about: 'A task is about to be created.',
    fields: { task_id: 'string', task_subject: 'string', 'task_description?': 'string' },
    permits: ['block'],
    subject: null,
    output: null,
  },
  TaskCompleted: {
    kind: 'before',
    about: 'A task is about to be marked as done.',
    fields: { task_id: 'string', task_subject: 'string', 'task_description?': 'string' },
    permits: ['block'],
    subject: null,
    output: null,
  },
  Notification: {
    kind: 'notification',
    about: 'The agent notifies the user.',
    fields: { message: 'string', 'title?': 'string', 'notification_type?': 'string' },
    permits: ['context'],
    subject: 'notification_type',
    output: null,
  },
  MessageDisplay: {
    kind: 'after',
    about: 'A part of a response is about to be displayed; the model keeps what it wrote.',
    fields: { message_id: 'string', index: 'number', final: 'boolean', delta: 'string' },
    permits: ['output'],
    subject: null,
    output: 'delta',
  },
  Elicitation: {
    kind: 'before',
    about: 'An MCP server asks the user a question.',
    fields: { mcp_server_name: 'string', message: 'string', 'requested_schema?': 'object' },
    permits: ['block'],
    subject: 'mcp_server_name',
    output: null,
  },
  ElicitationResult: {
    kind: 'after',
    about: 'The user replied to an MCP server; the server has not read the reply yet.',
    fields: { mcp_server_name: 'string', action: 'string', 'content?': 'any' },
    permits: ['output'],
    subject: 'mcp_server_name',
    output: 'content',
  },
  ConfigChange: {
    kind: 'before',
    about: "The agent's settings are about to change.",
    fields: { source: 'string', 'file_path?': 'string' },
    permits: ['block'],
    subject: 'source',
    output: null,
  },
  InstructionsLoaded: {
    kind: 'notification',
    about: 'A file of instructions was loaded.',
    fields: { file_path: 'string', 'load_reason?': 'string' },
    permits: [],
    subject: 'load_reason',
    output: null,
  },
  CwdChanged: {
    kind: 'notification',
    about: 'The working directory changed.',
    fields: { old_cwd: 'string', new_cwd: 'string' },
    permits: [],
    subject: null,
    output: null,
  },
  DirectoryAdded: {
    kind: 'notification',
    about: 'The agent may work in another directory too.',
    fields: { directory: 'string', source: 'string' },
    permits: [],
    subject: 'source',
    output: null,
  },
  FileChanged: {
    kind: 'notification',
    about: 'A watched file changed.',
    fields: { file_path: 'string', change: 'fileChange' },
    permits: [],
    subject: 'file_path',
    subjectIs: 'file name',
    output: null,
  },
  WorktreeCreate: {
    kind: 'before',
    about: 'A git worktree is about to be created.',
    fields: { name: 'string', 'worktree_path?': 'string' },
    permits: ['block'],
    subject: null,
    output: null,
  },
  WorktreeRemove: {
    kind: 'notification',
    about: 'A git worktree was removed.',
    fields: { worktree_path: 'string' },
    permits: [],
    subject: null,
    output: null,
  },
} as const;

events satisfies Readonly<Record<string, EventRow>>;

/** The name of an event of the catalogue. */
export type EventName = keyof typeof events;

/** The names of all events, in the order of the catalogue. */
export const eventNames: readonly EventName[] = Object.keys(events) as EventName[];

/** Whether a string is the name of an event. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name);
}

/** The row of an event, with the width of the interface instead of the literal's. */
export function eventRow(name: EventName): EventRow {
  return events[name];
}

/** Whether hooks of an event may have this effect. */
export function permits(name: EventName, permit: Permit): boolean {
  return eventRow(name).permits.includes(permit);
}

/** Tool events carry a tool call; only they know tool kinds, paths and conditions. */
export function isToolEvent(name: EventName): boolean {
  return eventRow(name).subject === 'tool_name';
}

/** The names of the fields of an event, beside those that all events have. */
export function fieldNames(event: EventName): readonly string[] {
  return Object.keys(eventRow(event).fields).map((field) => field.replace('?', ''));
}
