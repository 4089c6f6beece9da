import { builtin } from './builtin.ts';
import { command } from './command.ts';
import type { Executor } from './executor.ts';

/** Every mode that can run, as rows. */
export const executors: Readonly<Record<'builtin' | 'command', Executor>> = { builtin, command };
