export type { CallbackContext } from './executors/executor.ts';
export type { ArgumentRow, ToolRow } from './protocols/tool-words.ts';
export type { BuildProblem, BuildRequest, BuildResult, HandlerBuilder } from './registry/built-handler.ts';
export type { DispatchResult } from './runtime/runtime.ts';
