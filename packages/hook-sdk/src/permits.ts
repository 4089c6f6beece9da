import type { EventName, events } from '@hookmd/core/events';

/** The effects that results may have on an event, from the event catalogue. */
export type PermitOf<E extends EventName> = (typeof events)[E]['permits'][number];
export type Permit = PermitOf<EventName>;

/** Events about a tool call. */
export type ToolEvent = {
  [E in EventName]: (typeof events)[E]['subject'] extends 'tool_name' ? E : never;
}[EventName];

/**
 * A copy of the permits of the event catalogue: a built handler contains no part of core. A test compares both; a wrong
 * permit or a missing event does not compile.
 */
export const permitsOf: { readonly [E in EventName]: readonly PermitOf<E>[] } = {
  SessionStart: ['context'],
  SessionEnd: [],
  Setup: ['context'],
  UserPromptSubmit: ['block', 'context'],
  UserPromptExpansion: ['block', 'context'],
  PreToolUse: ['block', 'ask', 'preApprove', 'input', 'context'],
  PermissionRequest: ['block', 'preApprove', 'input'],
  PermissionDenied: [],
  PostToolUse: ['feedback', 'output', 'context'],
  PostToolUseFailure: ['output', 'context'],
  PostToolBatch: ['block', 'context'],
  PreSkillShellCommand: ['block', 'ask'],
  Stop: ['followUp', 'replace'],
  StopFailure: [],
  SubagentStart: ['context'],
  SubagentStop: ['followUp'],
  TurnEnd: ['replace'],
  PreModelCall: ['block', 'hint', 'context'],
  PostModelCall: ['output', 'context'],
  PreToolSelection: ['tools'],
  PreModelSwitch: ['block', 'ask', 'preApprove'],
  PostModelSwitch: ['context'],
  PreCompact: ['block'],
  PostCompact: [],
  TeammateIdle: ['followUp'],
  TaskCreated: ['block'],
  TaskCompleted: ['block'],
  Notification: ['context'],
  MessageDisplay: ['output'],
  Elicitation: ['block'],
  ElicitationResult: ['output'],
  ConfigChange: ['block'],
  InstructionsLoaded: [],
  CwdChanged: [],
  DirectoryAdded: [],
  FileChanged: [],
  WorktreeCreate: ['block'],
  WorktreeRemove: [],
};

const toolEvents: { readonly [E in ToolEvent]: true } = {
  PreToolUse: true,
  PermissionRequest: true,
  PermissionDenied: true,
  PostToolUse: true,
  PostToolUseFailure: true,
  PreSkillShellCommand: true,
};

export function isEventName(name: unknown): name is EventName {
  return typeof name === 'string' && Object.hasOwn(permitsOf, name);
}

export function isToolEvent(name: EventName): name is ToolEvent {
  return Object.hasOwn(toolEvents, name);
}
