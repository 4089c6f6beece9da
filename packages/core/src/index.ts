export type { CallbackContext } from './executors/executor.ts';
export type { ModelRequest } from './library/ask-about-model.ts';
export type { CallbackOptions } from './library/callback-options.ts';
export type { CallbackHandle } from './library/callbacks.ts';
export type { CompactRequest, Recipe, RecipeResult } from './library/compact.ts';
export type { CoverageRow, ToolFacts } from './library/coverage.ts';
export { createHooks, type Hooks } from './library/create-hooks.ts';
export type { CallbackAnswer, HookCallback } from './library/hook-callback.ts';
export type { HooksOptions } from './library/hooks-options.ts';
export type * from './library/outcomes.ts';
export type { OnAsk, Question } from './library/permission.ts';
export type { PermissionRules, RuleCall, RuleVerdict } from './library/permission-rules.ts';
export type {
  Conversation,
  ConversationOptions,
  Session,
  SessionOptions,
  SubagentOptions,
} from './library/session.ts';
export type { StopReport, TurnReport } from './library/settle.ts';
export type { ToolCall, ToolRun } from './library/tool-calls.ts';
export type { BuildProblem, BuildRequest, BuildResult, HandlerBuilder } from './registry/handler-builder.ts';
export type { Fired } from './runtime/runtime.ts';
export type { ArgumentRow, ToolRow } from './wires/tool-words.ts';
