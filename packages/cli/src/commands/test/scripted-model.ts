import { isJsonObject, type JsonObject } from '@hookmd/core/events';
import type { ModelCaller, ModelReply, ModelToolCall } from '@hookmd/core/hook-types';

/** One turn of the scripted model of a case: its final output, text, or calls of tools. */
export type ScriptedTurn =
  | { readonly output: JsonObject }
  | { readonly text: string }
  | { readonly calls: readonly { readonly name: string; readonly input: JsonObject }[] };

export function isScriptedTurn(value: unknown): boolean {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return false;
  const { output, text, calls } = value;
  return isJsonObject(output) || typeof text === 'string' || (Array.isArray(calls) && calls.every(isCall));
}

function isCall(value: unknown): boolean {
  return isJsonObject(value) && typeof value['name'] === 'string' && isJsonObject(value['input']);
}

/**
 * A model that returns what a case has written down. So a case tests everything but the model itself: whether the hook runs,
 * what it may return, and the resulting decision.
 */
export function scriptedModel(turns: readonly ScriptedTurn[]): ModelCaller {
  let next = 0;
  return async ({ outputSchema }) => {
    const turn = turns[next++];
    if (turn === undefined) {
      const output =
        turns.length === 0 ? 'says nothing under `model`' : `has only ${turns.length} turns under \`model\``;
      throw new Error(`a case asks no real model, and this one ${output}`);
    }
    if ('text' in turn) return reply(turn.text, []);
    if ('calls' in turn)
      return reply(
        '',
        turn.calls.map(({ name, input }, index) => toCall(name, input, index)),
      );
    // A prompt hook returns text, an agent hook ends with a call.
    return outputSchema === null
      ? reply('', [toCall('StructuredOutput', turn.output, 0)])
      : reply(JSON.stringify(turn.output), []);
  };
}

function toCall(name: string, input: JsonObject, index: number): ModelToolCall {
  return { id: `call-${index}`, name, input: JSON.stringify(input) };
}

function reply(text: string, calls: readonly ModelToolCall[]): ModelReply {
  return { text, calls, isCutOff: false, inputTokens: 0, outputTokens: 0 };
}
