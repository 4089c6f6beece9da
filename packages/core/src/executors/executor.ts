import type { HookEvent } from '../events/event.ts';
import type { HookOutput } from '../events/hook-output.ts';
import type { FailureCause, ModelCost, Phase } from '../events/outcome.ts';
import type { ServiceSpec } from '../events/service-spec.ts';
import type { Argv } from '../launch/launch.ts';
import type { Adoption } from '../process/detached.ts';
import type { Isolation } from '../process/isolation.ts';
import type { DetachedProcess } from '../process/process.ts';
import type { ModelAccess, ModelTask } from './model/model-caller.ts';

/** A way to run a handler: a row of the table of executors. */
export type ExecutorMode = 'builtin' | 'command' | 'handler' | 'callback' | 'http' | 'prompt' | 'agent';

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
  /** Of what is no program, its name. */
  readonly argv: Argv;
  /** What is asked, where that is no program. */
  readonly service?: ServiceSpec | undefined;
  /** What it is asked about, where a model is. */
  readonly modelTask?: ModelTask | undefined;
  /** Absent = nobody here can ask one. */
  readonly models?: ModelAccess | undefined;
  /** What is called where the embedding program registered it. */
  readonly callback?: Callback | undefined;
  readonly phase: Phase;
  /** Of what has no environment: the span that it is part of. */
  readonly traceparent?: string | undefined;
  readonly stdin: Buffer;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Absent = it runs as its caller. */
  readonly isolation?: Isolation | undefined;
  /** The runtime that can end what it starts. */
  readonly owner: object;
  /** Greater than 0. The executor settles at most 500 ms later, whatever the handler does. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Runs built handlers in processes that are kept; absent = each event gets a fresh one. */
  readonly warm?: Pick<Executor, 'run'> | undefined;
}

/** A run that goes on though nobody waits for it. Nothing limits it until somebody takes it over. */
export interface DetachedResult {
  readonly kind: 'detached';
  readonly process: DetachedProcess;
  /** Waits for its end here, with a limit from now on. */
  readonly finish: (timeoutMs: number, signal: AbortSignal) => Promise<HandlerResult>;
}

/**
 * What came of it before its convention reads it: it ended by itself, or it could not be asked.
 * `stderr` is text for people: capped, control characters still in it.
 */
export type HandlerResult =
  | {
      readonly kind: 'ended';
      readonly exitCode: number;
      readonly stdout: Buffer;
      readonly stderr: string;
      /** It was a function of the agent, and no program. */
      readonly isFromCode?: true;
    }
  | {
      /** In the words of the middle already: no convention reads it. */
      readonly kind: 'answered';
      readonly answer: HookOutput;
      readonly exitCode: null;
      readonly stderr: '';
      readonly cost: ModelCost | null;
    }
  | {
      readonly kind: 'failed';
      readonly cause: FailureCause;
      readonly reason: string;
      readonly exitCode: number | null;
      readonly stderr: string;
      /** What it cost all the same. */
      readonly cost?: ModelCost | null;
    };

export function costOf(result: HandlerResult): ModelCost | null {
  return result.kind === 'ended' ? null : (result.cost ?? null);
}

/** How a handler of one mode is run. Never throws: a failure is a result. */
export interface Executor {
  /** Else it gets an empty environment, and no folder is made for it. */
  readonly startsProcess: boolean;
  run(request: ExecutorRequest): Promise<HandlerResult>;
  /** As `run`, for a handler that may say `{"async": true}` of itself, so that nobody need wait; absent = none of this mode can. */
  runDetachable?(request: ExecutorRequest): Promise<HandlerResult | DetachedResult>;
  /** Takes over a run that another process of ours has started and left; absent = none is ever left. */
  adopt?(request: Adoption): Promise<HandlerResult>;
}
