import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import type { ToolCallWords, ToolWords } from '@hookmd/core/internal/wires/tool-words';
import type { OnAsk } from './permission.ts';
import type { ToolCall } from './tool-calls.ts';

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
