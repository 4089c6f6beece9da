export type { CallbackContext } from './executors/executor.ts';
export type { CallbackOptions } from './library/callback-options.ts';
export type { CallbackHandle } from './library/callbacks.ts';
export { createHooks, type Hooks, type HooksOptions, type SessionOptions } from './library/create-hooks.ts';
export type { CallbackAnswer, HookCallback } from './library/hook-callback.ts';
export type { BuildProblem, BuildRequest, BuildResult, HandlerBuilder } from './registry/handler-builder.ts';
export type { Fired } from './runtime/runtime.ts';
