export type {
  ArgumentRow,
  BuildProblem,
  BuildRequest,
  BuildResult,
  CallbackContext,
  DispatchResult,
  HandlerBuilder,
  ToolRow,
} from '@hookmd/core';
export type {
  Decision,
  EventName,
  EventPayload,
  HookRun,
  JsonObject,
  JsonValue,
  Message,
  Usage,
} from '@hookmd/core/events';
export type { CoverageRow, ToolFacts } from './coverage.ts';
export { createHooks } from './create-hooks.ts';
export type {
  CallbackHandle,
  CallbackOptions,
  CallbackOutput,
  HookCallback,
  Hooks,
  HooksOptions,
} from './hooks.ts';
export type * from './outcomes.ts';
export type { PermissionRules, RuleCall, RuleDecision } from './permission-rules.ts';
export type {
  CompactRequest,
  Conversation,
  ConversationOptions,
  HostAction,
  HostActionResult,
  ModelRequest,
  OnPrompt,
  Question,
  Session,
  SessionOptions,
  StopReport,
  SubagentOptions,
  ToolCall,
  ToolRun,
  TurnReport,
} from './session/session.ts';
