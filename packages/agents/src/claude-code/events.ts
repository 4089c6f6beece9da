import type { EventName } from '@hookmd/core/events';
import type { AgentEvents } from '../integration.ts';

/**
 * What Claude Code sends and honors.
 *
 * Source: its hooks reference of 2026-10 and the types of its SDK 0.3.332; `halts` as seen in 2.1.328.
 */
export const events: AgentEvents = {
  SessionStart: { honours: ['context'] },
  SessionEnd: { honours: [], budgetMs: 1_500 },
  Setup: { honours: ['context'] },
  UserPromptSubmit: { honours: ['block', 'context'], halts: true, budgetMs: 30_000 },
  UserPromptExpansion: { honours: ['block', 'context'], halts: true },
  PreToolUse: { honours: ['block', 'ask', 'preApprove', 'input', 'context'], halts: true },
  PermissionRequest: { honours: ['block', 'preApprove', 'input'] },
  PermissionDenied: { honours: [] },
  PostToolUse: { honours: ['feedback', 'output', 'context'], halts: true },
  PostToolUseFailure: { honours: ['context'] },
  PostToolBatch: { honours: ['block', 'context'], halts: true },
  // Every other decision than to allow keeps the command from running.
  PreSkillShellCommand: { honours: ['block'] },
  Stop: { honours: ['followUp'], halts: true },
  StopFailure: { honours: [] },
  SubagentStart: { honours: ['context'] },
  SubagentStop: { honours: ['followUp'], halts: true },
  PreModelSwitch: { honours: ['block', 'ask', 'preApprove'], budgetMs: 30_000 },
  PostModelSwitch: { honours: ['context'], budgetMs: 30_000 },
  PreCompact: { honours: ['block'] },
  PostCompact: { honours: [] },
  TeammateIdle: { honours: ['followUp'] },
  TaskCreated: { honours: ['block'] },
  TaskCompleted: { honours: ['block'] },
  Notification: { honours: [] },
  MessageDisplay: { honours: ['output'], budgetMs: 10_000 },
  Elicitation: { honours: ['block'] },
  ElicitationResult: { honours: ['output'] },
  ConfigChange: { honours: ['block'] },
  InstructionsLoaded: { honours: [] },
  CwdChanged: { honours: [] },
  DirectoryAdded: { honours: [] },
  FileChanged: { honours: [] },
  WorktreeCreate: { honours: ['block'] },
  WorktreeRemove: { honours: [] },
};

/** Events that only exit code 2 with standard error blocks: there is no JSON for it. */
export const blocksByExit: ReadonlySet<EventName> = new Set([
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'WorktreeCreate',
]);
