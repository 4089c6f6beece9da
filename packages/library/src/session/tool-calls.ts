import type { JsonObject } from '@hookmd/core/events';
import type { ToolCallWords, ToolWords } from '@hookmd/core/protocols';
import { monotonicMs } from '@hookmd/core/system';
import type { OnAsk, ToolCall, ToolRun } from './session.ts';

/** A call as the methods hand it on: in Claude's words. */
export interface CanonicalCall extends ToolCall {
  /** How the agent calls the tool; default: as it stands in `name`. */
  readonly nativeName?: string;
}

/** What every event of a call says of it. */
export function callOf({ name, input, id = '', nativeName = name }: CanonicalCall): JsonObject {
  const view = nativeName === name ? {} : { tool: { native_name: nativeName } };
  return { tool_name: name, tool_input: input, tool_use_id: id, ...view };
}

/** The same of a call that was made. */
export function ranCall(run: ToolRun): JsonObject {
  const { originalInput, durationMs } = run;
  return {
    ...callOf(run),
    ...(originalInput === undefined ? {} : { original_tool_input: originalInput }),
    ...(durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }),
  };
}

/** A tool starts, with what hooks left of its input: the very one of the call where they left it alone. Gives what tells of it once it has ended. */
export function startCall(call: ToolCall, input: JsonObject): () => ToolRun {
  const startedAt = monotonicMs();
  return () => ({
    ...call,
    input,
    durationMs: monotonicMs() - startedAt,
    ...(input === call.input ? {} : { originalInput: call.input }),
  });
}

/** A call in Claude's words, in which hooks are written, and the way back. */
interface TranslatedCall<C extends ToolCall> {
  readonly call: C & { readonly nativeName: string };
  readonly onAsk: OnAsk | undefined;
  /** An input in the words of the agent; the very one that came where nothing changed. */
  readonly back: (input: JsonObject) => JsonObject;
}

export function translateCall<C extends ToolCall>(
  words: ToolWords,
  native: C,
  onAsk: OnAsk | undefined,
): TranslatedCall<C> {
  const { name, input }: ToolCallWords = words.toCanonical(native.name, native.input);
  const back = (changed: JsonObject): JsonObject =>
    changed === input ? native.input : words.inputFor(native.name, changed);
  const { check } = native;
  return {
    call: {
      ...native,
      name,
      input,
      nativeName: native.name,
      ...(check === undefined ? {} : { check: (changed: JsonObject) => check(back(changed)) }),
    },
    onAsk:
      onAsk === undefined
        ? undefined
        : (question) => onAsk({ ...question, tool: native.name, input: back(question.input) }),
    back,
  };
}
