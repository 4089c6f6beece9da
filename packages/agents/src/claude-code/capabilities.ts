import type { EventName, Permit } from '@hookmd/core/events';

/**
 * What Claude Code honours, event by event; an event that is not here is never fired by it.
 *
 * Source: its hooks reference of 2026-08 and the types of its SDK 0.3.328.
 */
export const honoured: Readonly<Partial<Record<EventName, readonly Permit[]>>> = {
  SessionStart: ['context'],
  SessionEnd: [],
  Setup: ['context'],
  UserPromptSubmit: ['block', 'context'],
  PreToolUse: ['block', 'ask', 'preApprove', 'input', 'context'],
  PermissionRequest: ['block', 'preApprove', 'input'],
  PermissionDenied: [],
  PostToolUse: ['feedback', 'output', 'context'],
  PostToolUseFailure: ['context'],
  Stop: ['followUp'],
  StopFailure: [],
  SubagentStart: ['context'],
  SubagentStop: ['followUp'],
  PreCompact: ['block'],
  PostCompact: [],
  TeammateIdle: ['followUp'],
  TaskCreated: ['block'],
  TaskCompleted: ['block'],
  Notification: [],
  Elicitation: ['block'],
  ElicitationResult: ['output'],
  ConfigChange: ['block'],
  InstructionsLoaded: [],
  CwdChanged: [],
  FileChanged: [],
  WorktreeCreate: ['block'],
  WorktreeRemove: [],
};

/** Events on which only exit status 2 with standard error stops it; there is no JSON for it. */
export const blocksByExit: ReadonlySet<EventName> = new Set([
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'WorktreeCreate',
]);

/** Events on which it obeys `continue: false`; seen in 2.1.328. */
export const obeysHalt: ReadonlySet<EventName> = new Set([
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SubagentStop',
]);

/** After how many milliseconds it gives up on a command hook and goes on. */
export const budgetsMs: Readonly<Partial<Record<EventName, number>>> = {
  UserPromptSubmit: 30_000,
  SessionEnd: 1_500,
};
export const DEFAULT_BUDGET_MS = 600_000;
