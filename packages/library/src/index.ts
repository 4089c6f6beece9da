export type {
  ArgumentRow,
  BuildProblem,
  BuildRequest,
  BuildResult,
  CallbackContext,
  Fired,
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
} from '@hookmd/core/protocol';
export type { ModelRequest } from './ask-about-model.ts';
export type { CallbackOptions } from './callback-options.ts';
export type { CallbackHandle } from './callbacks.ts';
export type { CompactRequest, Recipe, RecipeResult } from './compact.ts';
export type { CoverageRow, ToolFacts } from './coverage.ts';
export { createHooks, type Hooks } from './create-hooks.ts';
export type { CallbackAnswer, HookCallback } from './hook-callback.ts';
export type { HooksOptions } from './hooks-options.ts';
export type * from './outcomes.ts';
export type { OnAsk, Question } from './permission.ts';
export type { PermissionRules, RuleCall, RuleVerdict } from './permission-rules.ts';
export type {
  Conversation,
  ConversationOptions,
  Session,
  SessionOptions,
  SubagentOptions,
} from './session.ts';
export type { StopReport, TurnReport } from './settle.ts';
export type { ToolCall, ToolRun } from './tool-calls.ts';
