import type { JsonObject } from '@hookmd/core/events';
import type { ToolWords } from '@hookmd/core/protocols';
import { monotonicMs } from '@hookmd/core/system';
import type { OnPrompt, ToolCall, ToolRun } from './session.ts';

/** A call with the name and the input of Claude's tool. */
export interface CanonicalCall extends ToolCall {
  /** The agent's own name of the tool; default: `name`. */
  readonly nativeName?: string;
}

/** The fields of every event about a call. */
export function callPayload({ name, input, id = '', nativeName = name }: CanonicalCall): JsonObject {
  const view = nativeName === name ? {} : { tool: { native_name: nativeName } };
  return { tool_name: name, tool_input: input, tool_use_id: id, ...view };
}

/** The fields of the events after a call. */
export function runPayload(run: ToolRun): JsonObject {
  const { originalInput, durationMs } = run;
  return {
    ...callPayload(run),
    ...(originalInput === undefined ? {} : { original_tool_input: originalInput }),
    ...(durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }),
  };
}

/**
 * Starts the clock of a tool call. Call the returned function when the tool has ended: it returns the run for
 * `postToolUse` and `postToolUseFailure`. `input` is the one that hooks left, the same object where they left it alone.
 */
export function startCall(call: ToolCall, input: JsonObject): () => ToolRun {
  const startedAt = monotonicMs();
  return () => ({
    ...call,
    input,
    durationMs: monotonicMs() - startedAt,
    ...(input === call.input ? {} : { originalInput: call.input }),
  });
}

interface TranslatedCall<C extends ToolCall> {
  readonly call: C & { readonly nativeName: string };
  readonly onPrompt: OnPrompt | undefined;
  /** An input in the agent's names; the same object as before where nothing changed. */
  readonly back: (input: JsonObject) => JsonObject;
}

/** A call in the names of Claude's tools, for which hooks are written, and the way back. */
export function translateCall<C extends ToolCall>(
  words: ToolWords,
  native: C,
  onPrompt: OnPrompt | undefined,
): TranslatedCall<C> {
  const { name, input } = words.toCanonical(native.name, native.input);
  const back = (changed: JsonObject): JsonObject =>
    changed === input ? native.input : words.inputFor(native.name, changed);
  const { check } = native;
  const checks = check === undefined ? {} : { check: (changed: JsonObject) => check(back(changed)) };
  return {
    call: { ...native, name, input, nativeName: native.name, ...checks },
    onPrompt:
      onPrompt && ((question) => onPrompt({ ...question, tool: native.name, input: back(question.input) })),
    back,
  };
}
