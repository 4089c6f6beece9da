import type { HookEvent } from '../events/event.ts';
import type { HookOutput } from '../events/hook-output.ts';
import type { FailureCause, ModelCost, Phase } from '../events/outcome.ts';
import type { ServiceSpec } from '../events/service-spec.ts';
import type { Argv } from '../launch/launch.ts';
import type { Adoption } from '../process/detached.ts';
import type { Isolation } from '../process/isolation.ts';
import type { DetachedProcess } from '../process/process.ts';
import type { ModelAccess, ModelTask } from './model/model-caller.ts';

/** The type of a hook: a row of the table of executors. */
export type ExecutorMode = 'builtin' | 'command' | 'handler' | 'callback' | 'http' | 'prompt' | 'agent';

/** A function of the embedding program. It gets its own copy of the event and returns output of the hookmd protocol. */
export type Callback = (event: HookEvent, context: CallbackContext) => unknown;

/** The context that a callback gets beside its event. */
export interface CallbackContext {
  /** Aborted when the output is not needed any more: at the timeout, or when the event is decided. */
  readonly signal: AbortSignal;
  /** `recheck` = another hook changed the input after this one ran; then only a block or a prompt counts. */
  readonly phase: Phase;
}

/** One run of one handler, with everything decided. */
export interface ExecutorRequest {
  /** Without a program: the name of the hook. */
  readonly argv: Argv;
  /** The HTTP service of an http hook. */
  readonly service?: ServiceSpec | undefined;
  /** Networks in CIDR notation that the administrator's policy lets the service be in; absent = none. */
  readonly privateNetworks?: readonly string[] | undefined;
  /** The task for the model of a prompt or agent hook. */
  readonly modelTask?: ModelTask | undefined;
  /** Absent = no model can be called. */
  readonly models?: ModelAccess | undefined;
  /** The function that the embedding program registered. */
  readonly callback?: Callback | undefined;
  readonly phase: Phase;
  /** The parent span, for runs without an environment. */
  readonly traceparent?: string | undefined;
  readonly stdin: Buffer;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Absent = it runs as its caller. */
  readonly isolation?: Isolation | undefined;
  /** The runtime that ends the processes. */
  readonly owner: object;
  /** Greater than 0. The executor settles at most 500 ms later, whatever the handler does. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether the handler continues in the background, from its output so far. Only commands can; absent = the run waits. */
  readonly detachesOn?: ((stdout: Buffer) => boolean) | undefined;
  /** Runs built handlers in processes that stay alive; absent = each event starts a new one. */
  readonly warm?: { readonly run: (request: ExecutorRequest) => Promise<HandlerResult> } | undefined;
}

/** A run that continues in the background, without limits until it is taken over. */
export interface DetachedResult {
  readonly kind: 'detached';
  readonly process: DetachedProcess;
  /** Waits for its end, with a timeout from now on. */
  readonly finish: (timeoutMs: number, signal: AbortSignal) => Promise<HandlerResult>;
}

/** The end of a handler, before its protocol reads the output. `stderr` is capped and may contain control characters. */
export type HandlerResult =
  | {
      readonly kind: 'ended';
      readonly exitCode: number;
      readonly stdout: Buffer;
      readonly stderr: string;
      /** A callback, not a program. */
      readonly isFromCode?: true;
    }
  | {
      /** Output that needs no protocol. */
      readonly kind: 'answered';
      readonly output: HookOutput;
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
      /** What the failed run cost. */
      readonly cost?: ModelCost | null;
    };

/** Runs the handlers of one hook type. Never throws: a failure is a result. */
export interface Executor {
  /** If not, it gets an empty environment and no data directory. */
  readonly startsProcess: boolean;
  run(request: ExecutorRequest): Promise<HandlerResult | DetachedResult>;
  /** Takes over a run that another HookMD process has started; absent = not possible. */
  adopt?(request: Adoption): Promise<HandlerResult>;
}
