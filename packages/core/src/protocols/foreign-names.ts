import type { EventName, Permit } from '../events/events.ts';

/** The vocabularies in which a manifest may name its events. They are disjoint; a test holds it. */
export type Vocabulary =
  | 'canonical'
  | 'kodelet'
  | 'microclaw'
  | 'openclaw'
  | 'gemini'
  | 'cursor'
  | 'copilot'
  | 'qwen'
  | 'opencode';

/** A name of another system for canonical events; it may permit less than they do. */
export interface ForeignName {
  readonly name: string;
  readonly vocabulary: Exclude<Vocabulary, 'canonical'>;
  readonly events: readonly EventName[];
  /** What a hook of this name may do; `event` = all that the canonical event permits. */
  readonly permits: 'event' | readonly Permit[];
  readonly isAsync?: boolean;
}

/** Names of events in other systems, with their events here. */
export const foreignNames: readonly ForeignName[] = [
  { name: 'before_tool_call', vocabulary: 'kodelet', events: ['PreToolUse'], permits: ['block', 'input'] },
  {
    name: 'after_tool_call',
    vocabulary: 'kodelet',
    events: ['PostToolUse', 'PostToolUseFailure'],
    permits: ['output'],
  },
  { name: 'user_message_send', vocabulary: 'kodelet', events: ['UserPromptSubmit'], permits: ['block'] },
  { name: 'agent_stop', vocabulary: 'kodelet', events: ['Stop'], permits: 'event' },
  { name: 'after_turn', vocabulary: 'kodelet', events: ['TurnEnd'], permits: 'event' },
  { name: 'turn_end', vocabulary: 'kodelet', events: ['TurnEnd'], permits: [] },
  {
    name: 'BeforeLLMCall',
    vocabulary: 'microclaw',
    events: ['PreModelCall'],
    permits: ['block', 'hint'],
  },
  { name: 'BeforeToolCall', vocabulary: 'microclaw', events: ['PreToolUse'], permits: ['block', 'input'] },
  {
    name: 'AfterToolCall',
    vocabulary: 'microclaw',
    events: ['PostToolUse', 'PostToolUseFailure'],
    permits: ['output', 'feedback'],
  },
  { name: 'AfterTurn', vocabulary: 'microclaw', events: ['Stop', 'StopFailure'], permits: [], isAsync: true },
  // OpenClaw ignores what a handler returns; the model reads what it adds to the files of a session.
  { name: 'agent:bootstrap', vocabulary: 'openclaw', events: ['SessionStart'], permits: ['context'] },
  { name: 'command:new', vocabulary: 'openclaw', events: ['SessionStart'], permits: [] },
  { name: 'command:reset', vocabulary: 'openclaw', events: ['SessionEnd'], permits: [] },
  { name: 'command:stop', vocabulary: 'openclaw', events: ['SessionEnd'], permits: [] },
  { name: 'gateway:startup', vocabulary: 'openclaw', events: ['Setup'], permits: [] },
  { name: 'gateway:shutdown', vocabulary: 'openclaw', events: [], permits: [] },
  { name: 'gateway:pre-restart', vocabulary: 'openclaw', events: [], permits: [] },
  { name: 'message:received', vocabulary: 'openclaw', events: ['UserPromptSubmit'], permits: [] },
  { name: 'message:transcribed', vocabulary: 'openclaw', events: [], permits: [] },
  { name: 'message:preprocessed', vocabulary: 'openclaw', events: [], permits: [] },
  { name: 'message:sent', vocabulary: 'openclaw', events: ['Stop'], permits: [] },
  { name: 'session:auto-reset', vocabulary: 'openclaw', events: ['SessionEnd'], permits: [] },
  { name: 'session:patch', vocabulary: 'openclaw', events: [], permits: [] },
  { name: 'session:compact:before', vocabulary: 'openclaw', events: ['PreCompact'], permits: [] },
  { name: 'session:compact:after', vocabulary: 'openclaw', events: ['PostCompact'], permits: [] },
  // Its other events have canonical names.
  { name: 'BeforeTool', vocabulary: 'gemini', events: ['PreToolUse'], permits: ['block', 'ask', 'input'] },
  {
    name: 'AfterTool',
    vocabulary: 'gemini',
    events: ['PostToolUse', 'PostToolUseFailure'],
    permits: ['output', 'context'],
  },
  { name: 'BeforeAgent', vocabulary: 'gemini', events: ['UserPromptSubmit'], permits: ['block', 'context'] },
  { name: 'AfterAgent', vocabulary: 'gemini', events: ['Stop'], permits: ['followUp'] },
  { name: 'BeforeModel', vocabulary: 'gemini', events: ['PreModelCall'], permits: ['block', 'hint'] },
  { name: 'AfterModel', vocabulary: 'gemini', events: ['PostModelCall'], permits: ['output'] },
  { name: 'BeforeToolSelection', vocabulary: 'gemini', events: ['PreToolSelection'], permits: ['tools'] },
  { name: 'PreCompress', vocabulary: 'gemini', events: ['PreCompact'], permits: [] },
  // Names that Cursor and GitHub Copilot share are no names here: the readers of their files use the canonical ones.
  {
    name: 'beforeShellExecution',
    vocabulary: 'cursor',
    events: ['PreToolUse'],
    permits: ['block', 'ask', 'preApprove'],
  },
  { name: 'afterShellExecution', vocabulary: 'cursor', events: ['PostToolUse'], permits: [] },
  {
    name: 'beforeMCPExecution',
    vocabulary: 'cursor',
    events: ['PreToolUse'],
    permits: ['block', 'ask', 'preApprove'],
  },
  { name: 'afterMCPExecution', vocabulary: 'cursor', events: ['PostToolUse'], permits: [] },
  // Before the read by its path, then by its content before the model sees it.
  {
    name: 'beforeReadFile',
    vocabulary: 'cursor',
    events: ['PreToolUse', 'PostToolUse'],
    permits: ['block', 'output'],
  },
  { name: 'afterFileEdit', vocabulary: 'cursor', events: ['PostToolUse'], permits: [] },
  { name: 'beforeSubmitPrompt', vocabulary: 'cursor', events: ['UserPromptSubmit'], permits: ['block'] },
  { name: 'afterAgentResponse', vocabulary: 'cursor', events: ['Stop'], permits: [] },
  { name: 'stop', vocabulary: 'cursor', events: ['Stop'], permits: ['followUp'] },
  { name: 'afterAgentThought', vocabulary: 'cursor', events: [], permits: [] },
  { name: 'beforeTabFileRead', vocabulary: 'cursor', events: [], permits: [] },
  { name: 'afterTabFileEdit', vocabulary: 'cursor', events: [], permits: [] },
  { name: 'workspaceOpen', vocabulary: 'cursor', events: [], permits: [] },
  {
    name: 'userPromptSubmitted',
    vocabulary: 'copilot',
    events: ['UserPromptSubmit'],
    permits: ['block', 'context'],
  },
  { name: 'agentStop', vocabulary: 'copilot', events: ['Stop'], permits: ['followUp'] },
  { name: 'errorOccurred', vocabulary: 'copilot', events: ['StopFailure'], permits: [] },
  { name: 'userPromptTransformed', vocabulary: 'copilot', events: [], permits: [] },
  { name: 'TodoCreated', vocabulary: 'qwen', events: ['TaskCreated'], permits: 'event' },
  { name: 'TodoCompleted', vocabulary: 'qwen', events: ['TaskCompleted'], permits: 'event' },
  { name: 'SessionDelete', vocabulary: 'qwen', events: [], permits: [] },
  // Hooks of a plugin of OpenCode, and the types of the events that its hook `event` gets.
  {
    name: 'tool.execute.before',
    vocabulary: 'opencode',
    events: ['PreToolUse'],
    permits: ['block', 'input'],
  },
  {
    name: 'tool.execute.after',
    vocabulary: 'opencode',
    events: ['PostToolUse'],
    permits: ['feedback', 'output'],
  },
  {
    name: 'permission.ask',
    vocabulary: 'opencode',
    events: ['PermissionRequest'],
    permits: ['block', 'preApprove'],
  },
  {
    name: 'chat.message',
    vocabulary: 'opencode',
    events: ['UserPromptSubmit'],
    permits: ['block', 'context'],
  },
  { name: 'session.created', vocabulary: 'opencode', events: ['SessionStart'], permits: [] },
  { name: 'session.idle', vocabulary: 'opencode', events: ['Stop'], permits: [] },
  { name: 'session.status', vocabulary: 'opencode', events: ['Stop'], permits: [] },
  { name: 'session.error', vocabulary: 'opencode', events: ['StopFailure'], permits: [] },
  { name: 'session.compacted', vocabulary: 'opencode', events: ['PostCompact'], permits: [] },
  { name: 'session.deleted', vocabulary: 'opencode', events: ['SessionEnd'], permits: [] },
  { name: 'file.edited', vocabulary: 'opencode', events: ['PostToolUse'], permits: [] },
  { name: 'permission.asked', vocabulary: 'opencode', events: ['PermissionRequest'], permits: [] },
  { name: 'permission.updated', vocabulary: 'opencode', events: ['PermissionRequest'], permits: [] },
];

/** The word that a vocabulary has for a canonical event; of several the first. */
export function foreignWord(vocabulary: Vocabulary, event: string): string | undefined {
  return foreignNames.find(
    (row) => row.vocabulary === vocabulary && row.events.some((item) => item === event),
  )?.name;
}

/**
 * The rows that a name in a manifest means: its own, or those of a family, as `command` means every `command:…`.
 * `session:compact` is neither a name nor a family.
 */
export function foreignRows(name: string): readonly ForeignName[] {
  const exact = foreignNames.filter((row) => row.name === name);
  return exact.length > 0 || name.includes(':')
    ? exact
    : foreignNames.filter((row) => row.name.startsWith(`${name}:`));
}

/** The name of an event for a hook that lists several: the family if they belong to one, else the first. */
export function commonWord(names: readonly string[]): string | undefined {
  const families = new Set(names.map((name) => name.split(':')[0]));
  return names.length > 1 && families.size === 1 ? [...families][0] : names[0];
}

/** The row of an event name of another system; undefined = unknown. */
export function findForeignName(name: string): ForeignName | undefined {
  return foreignNames.find((row) => row.name === name);
}
