import type { FailureCause } from '../protocol/outcome.ts';
import type { Argv } from './launch.ts';

/** One run of one handler, with everything decided. */
export interface ExecutorRequest {
  readonly argv: Argv;
  readonly stdin: Buffer;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Greater than 0. The executor settles at most 500 ms later, whatever the handler does. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * What came of it before its convention reads it: it ended by itself, or it could not be asked.
 * `stderr` is text for people: capped, control characters still in it.
 */
export type HandlerResult =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly stdout: Buffer; readonly stderr: string }
  | {
      readonly kind: 'failed';
      readonly cause: FailureCause;
      readonly reason: string;
      readonly exitCode: number | null;
      readonly stderr: string;
    };

/** How a handler of one mode is run. Never throws: a failure is a result. */
export interface Executor {
  /** Else it gets an empty environment, and no folder is made for it. */
  readonly startsProcess: boolean;
  run(request: ExecutorRequest): Promise<HandlerResult>;
}
