import type {
  EventName,
  EventPayload,
  HookOutput,
  JsonObject,
  JsonValue,
  Message,
} from '@hookmd/core/events';
import type { Hook } from '../define-hook.ts';
import { judge } from '../evaluate.ts';
import { firstLineOf } from '../first-line.ts';

/** What a hook came to: the keys are those of `expect` in a case of `hooks test`, as far as a hook alone decides them. */
export interface HookDecision {
  readonly decision: 'none' | 'allow' | 'ask' | 'block';
  readonly reason: string | null;
  /** What the tool would be called with; null on events without a tool input. */
  readonly input: JsonObject | null;
  /** The keys of `input` that the hook changed. */
  readonly changed: readonly string[];
  /** What takes the place of the output; null = it stays. */
  readonly output: JsonValue;
  readonly context: readonly string[];
  /** What the model is told of a result. */
  readonly feedback: readonly string[];
  readonly followUps: readonly string[];
  readonly messages: readonly Message[] | null;
  readonly callback: { readonly name: string; readonly args: Readonly<Record<string, string>> } | null;
  readonly hint: string | null;
  /** The keys whose values are taken out of the messages of a model call. */
  readonly redact: readonly string[];
  /** What is left of the offered tools; null = all. */
  readonly tools: readonly JsonValue[] | null;
  /** What the user is shown. */
  readonly userMessages: readonly string[];
  /** What the hook said by `h.log`, and what it threw where `onFailure: 'block'` answered for it. */
  readonly logs: readonly string[];
}

/** Where the hook runs. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The options of the package, before their schema read them. */
  readonly options?: JsonObject;
  readonly signal?: AbortSignal;
}

/**
 * Asks one hook about one event, in this process. Rejects with what it throws, unless its `onFailure` answers for it.
 *
 * Matchers, conditions and `modify` of the manifest take no part: `hooks test` plays cases through all of it.
 */
export async function runHook<E extends EventName>(
  hook: Hook<E>,
  event: EventPayload<NoInfer<E>>,
  { env = {}, options, signal = new AbortController().signal }: RunOptions = {},
): Promise<HookDecision> {
  const logs: string[] = [];
  const given = options === undefined ? {} : { HOOK_OPTIONS: JSON.stringify(options) };
  const text = JSON.stringify(event);
  const { answer } = await judge({ default: hook }, () => JSON.parse(text) as JsonObject, {
    env: { ...given, ...env },
    signal,
    log: (line) => logs.push(line),
    report: (error) => logs.push(firstLineOf(error)),
  });
  return describe(answer ?? {}, event, logs);
}

function describe(answer: HookOutput, event: object, logs: readonly string[]): HookDecision {
  const before = (event as { readonly tool_input?: JsonObject }).tool_input ?? null;
  const input = answer.input ?? before;
  const keys = Object.keys({ ...before, ...input });
  return {
    decision: answer.decision ?? 'none',
    reason: answer.reason ?? null,
    input,
    changed: keys.filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(input?.[key])),
    output: answer.output ?? null,
    context: answer.context ?? [],
    feedback: answer.feedback === undefined ? [] : [answer.feedback],
    followUps: answer.followUps ?? [],
    messages: answer.messages ?? null,
    callback: answer.callback ?? null,
    hint: answer.hint ?? null,
    redact: answer.redact ?? [],
    tools: answer.tools ?? null,
    userMessages: answer.userMessages ?? [],
    logs,
  };
}
