import type { EventName, HookOutput, JsonObject, JsonValue } from '@hookmd/core/events';
import { isEmpty, toPlainJson } from './plain-json.ts';

// A handler may replace them: these are the originals.
const { isArray } = Array;
const { entries, freeze, hasOwn } = Object;

/** The same in every copy of the SDK, so that each accepts the results of the others. */
const RESULT: unique symbol = Symbol.for('hookmd.said') as typeof RESULT;

/** The result of a method of `h`, for `run` to return. Only these methods make one. */
export interface HookResult {
  readonly [RESULT]: MethodResult;
}

/** The content of such a result. `patch` becomes an input when the input is known. */
export type MethodResult = Omit<HookOutput, 'input' | 'halt' | 'suppressOutput'> & {
  readonly patch?: object;
};

export function makeResult(result: MethodResult): HookResult {
  return freeze({ [RESULT]: result });
}

type Merge = (a: unknown, b: unknown) => unknown;

const same: Merge = (a, b) => (isSame(a, b) ? a : CONTRADICTION);
const all: Merge = (a, b) => [...(a as readonly unknown[]), ...(b as readonly unknown[])];
const lines: Merge = (a, b) => (a === b ? a : `${String(a)}\n${String(b)}`);
const CONTRADICTION = Symbol('contradiction');

/** How two results are merged, key by key. */
const merges: { readonly [K in keyof Required<MethodResult>]: Merge } = {
  decision: same,
  reason: lines,
  patch: mergePatches,
  output: same,
  feedback: lines,
  context: all,
  followUps: all,
  messages: same,
  callback: same,
  hint: lines,
  redact: all,
  tools: same,
  userMessages: all,
};

/**
 * Merges the results of one hook; null = no decision. `returned` is the value of `run`: a result, an array of them, or nothing.
 *
 * Throws where two results contradict each other, where a value is not the result of a method, and where it is not JSON.
 */
export function mergeResults(returned: unknown): MethodResult | null {
  const items: readonly unknown[] = isArray(returned) ? returned : [returned];
  const result: Record<string, unknown> = {};
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (item === undefined || item === null) continue;
    const fields = readResult(item) as Readonly<Record<string, unknown>>;
    for (const key in fields) {
      const value = fields[key];
      if (value === undefined || !hasOwn(fields, key)) continue;
      const merged = key in result ? merges[key as keyof MethodResult](result[key], value) : value;
      if (merged === CONTRADICTION) throw new TypeError(`run returned two results that differ in \`${key}\``);
      result[key] = merged;
    }
  }
  if ('messages' in result && 'callback' in result)
    throw new TypeError('run returned `replaceMessages` and `callback`, which exclude each other');
  if (isEmpty(result)) return null;
  return toPlainJson(result, 'the output') as unknown as MethodResult;
}

function readResult(item: unknown): MethodResult {
  if (typeof item === 'object' && item !== null && RESULT in item) return item[RESULT] as MethodResult;
  throw new TypeError(
    `run returned ${isArray(item) ? 'an array in an array' : `a value of type ${typeof item}`} that is not a result: return the value of h.block(…) or a similar method, an array of them, or nothing`,
  );
}

function mergePatches(a: unknown, b: unknown): unknown {
  const merged: Record<string, unknown> = { ...(a as object) };
  for (const [key, value] of entries(b as object)) {
    if (hasOwn(merged, key) && !isSame(merged[key], value)) return CONTRADICTION;
    merged[key] = value;
  }
  return merged;
}

const { stringify } = JSON;

function isSame(a: unknown, b: unknown): boolean {
  return stringify(a) === stringify(b);
}

/** The result as one document of the hookmd protocol; `{}` = no decision. */
export function writeResult(result: HookOutput | null, event: EventName): JsonObject {
  if (result === null) return {};
  const { decision, feedback, input, tools, context, callback } = result;
  const specific = withoutUndefined({
    updatedInput: tools === undefined ? input : { tools },
    updatedToolOutput: result.output,
    additionalContext: context?.join('\n\n'),
    hint: result.hint,
    redact: result.redact,
  });
  return withoutUndefined({
    // After a tool call a block is feedback for the model.
    decision: feedback === undefined ? decision : 'block',
    reason: feedback ?? result.reason,
    followUps: result.followUps,
    messages: result.messages as readonly JsonObject[] | undefined,
    callback: callback?.name,
    callbackArgs: callback?.args,
    systemMessage: result.userMessages?.join('\n'),
    hookSpecificOutput: isEmpty(specific) ? undefined : { hookEventName: event, ...specific },
  });
}

/** By syntax alone: where a library has replaced `Object.entries`, a decision must not get lost. */
function withoutUndefined(fields: JsonObject): JsonObject {
  const defined: Record<string, JsonValue> = {};
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined && hasOwn(fields, key)) defined[key] = value;
  }
  return defined;
}
