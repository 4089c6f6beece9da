import type { HookEvent } from '../protocol/event.ts';
import type { FailureCause, Phase } from '../protocol/outcome.ts';
import type { Argv } from './launch.ts';

/** A way to run a handler: a row of the table of executors. */
export type ExecutorMode = 'command' | 'callback';

/** A function of the program that embeds HookMD. It gets a copy of the event of its own, and answers in the hookmd protocol. */
export type Callback = (event: HookEvent, context: CallbackContext) => unknown;

export interface CallbackContext {
  /** Aborted when nobody waits for the answer any more: it took too long, or the event was decided without it. */
  readonly signal: AbortSignal;
  /** `recheck` = another hook changed the input after it had answered; only block or ask counts then. */
  readonly phase: Phase;
}

/** One run of one handler, with everything decided. */
export interface ExecutorRequest {
  /** What runs: of the two, the one its mode means. */
  readonly argv: Argv | null;
  readonly callback: Callback | null;
  readonly phase: Phase;
  readonly stdin: Buffer;
  /** Made when it is asked for: not every mode has one. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The runtime that can end what it starts. */
  readonly owner: object;
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
  run(request: ExecutorRequest): Promise<HandlerResult>;
}
