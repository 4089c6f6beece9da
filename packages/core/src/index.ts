export type { CallbackContext } from './executors/executor.ts';
export type { BuildProblem, BuildRequest, BuildResult, HandlerBuilder } from './registry/handler-builder.ts';
export type { Fired } from './runtime/runtime.ts';
export type { ArgumentRow, ToolRow } from './wires/tool-words.ts';
