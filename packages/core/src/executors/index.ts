import { agent } from './agent.ts';
import { builtin } from './builtin.ts';
import { callback } from './callback.ts';
import { command } from './command.ts';
import type { Executor, ExecutorMode } from './executor.ts';
import { handler } from './handler.ts';
import { http } from './http.ts';
import { prompt } from './prompt.ts';

/** Every mode that can run, as rows. */
export const executors: Readonly<Record<ExecutorMode, Executor>> = {
  builtin,
  command,
  handler,
  callback,
  http,
  prompt,
  agent,
};
