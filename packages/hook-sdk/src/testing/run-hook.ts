import type {
  EventName,
  EventPayload,
  HookOutput,
  JsonObject,
  JsonValue,
  Message,
} from '@hookmd/core/events';
import type { Hook } from '../define-hook.ts';
import { evaluateModule } from '../evaluate.ts';
import { firstLineOf } from '../first-line.ts';

/** The decision of one hook, with the keys of `expect` in a case of `hooks test` that depend on one hook alone. */
export interface HookDecision {
  readonly decision: 'none' | 'allow' | 'ask' | 'block';
  readonly reason: string | null;
  /** The input for the tool; null on events without a tool input. */
  readonly input: JsonObject | null;
  /** The keys of `input` that the hook changed. */
  readonly changed: readonly string[];
  /** The replaced output; null = unchanged. */
  readonly output: JsonValue;
  readonly context: readonly string[];
  /** Feedback for the model after a tool call. */
  readonly feedback: readonly string[];
  readonly followUps: readonly string[];
  readonly messages: readonly Message[] | null;
  readonly callback: { readonly name: string; readonly args: Readonly<Record<string, string>> } | null;
  readonly hint: string | null;
  /** The keys whose values are removed from the messages of a model call. */
  readonly redact: readonly string[];
  /** The tools that are left; null = all. */
  readonly tools: readonly JsonValue[] | null;
  /** Messages for the user. */
  readonly userMessages: readonly string[];
  /** Lines of `h.log`, and the exception where `onFailure: 'block'` applied. */
  readonly logs: readonly string[];
}

/** Options of `runHook`. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The options of the package, before their schema parses them. */
  readonly options?: JsonObject;
  readonly signal?: AbortSignal;
}

/**
 * Runs one hook for one event in this process. Rejects with the exception of the hook, unless it has `onFailure: 'block'`.
 *
 * Matchers, conditions and `modify` of the manifest do not apply: `hooks test` plays cases with all of them.
 */
export async function runHook<E extends EventName>(
  hook: Hook<E>,
  event: EventPayload<NoInfer<E>>,
  { env = {}, options, signal = new AbortController().signal }: RunOptions = {},
): Promise<HookDecision> {
  const logs: string[] = [];
  const given = options === undefined ? {} : { HOOK_OPTIONS: JSON.stringify(options) };
  const text = JSON.stringify(event);
  const { result } = await evaluateModule({ default: hook }, () => JSON.parse(text) as JsonObject, {
    env: { ...given, ...env },
    signal,
    log: (line) => logs.push(line),
    report: (error) => logs.push(firstLineOf(error)),
  });
  return describe(result ?? {}, event, logs);
}

function describe(result: HookOutput, event: object, logs: readonly string[]): HookDecision {
  const before = (event as { readonly tool_input?: JsonObject }).tool_input ?? null;
  const input = result.input ?? before;
  const keys = Object.keys({ ...before, ...input });
  return {
    decision: result.decision ?? 'none',
    reason: result.reason ?? null,
    input,
    changed: keys.filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(input?.[key])),
    output: result.output ?? null,
    context: result.context ?? [],
    feedback: result.feedback === undefined ? [] : [result.feedback],
    followUps: result.followUps ?? [],
    messages: result.messages ?? null,
    callback: result.callback ?? null,
    hint: result.hint ?? null,
    redact: result.redact ?? [],
    tools: result.tools ?? null,
    userMessages: result.userMessages ?? [],
    logs,
  };
}
