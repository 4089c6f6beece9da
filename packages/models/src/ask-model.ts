import type { LanguageModelV3, LanguageModelV3Prompt, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ModelCall, ModelMessage, ModelReply, ModelToolCall } from '@hookmd/core/hook-types';

/** Takes one turn of a model, in core's types. It retries nothing, because the caller counts turns. */
export async function requestModel(model: LanguageModelV3, call: ModelCall): Promise<ModelReply> {
  const { outputSchema, maxOutputTokens, signal } = call;
  const { content, finishReason, usage } = await model.doGenerate({
    prompt: [{ role: 'system', content: call.instructions }, ...call.messages.map(toMessage)],
    maxOutputTokens,
    abortSignal: signal,
    ...(outputSchema === null
      ? {}
      : { responseFormat: { type: 'json', name: 'answer', schema: outputSchema as object } }),
    ...(call.tools.length === 0
      ? {}
      : {
          toolChoice: { type: 'auto' },
          tools: call.tools.map(({ name, about, inputSchema }) => ({
            type: 'function',
            name,
            description: about,
            inputSchema: inputSchema as object,
          })),
        }),
  });
  return {
    text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    calls: content.flatMap((part): readonly ModelToolCall[] =>
      part.type === 'tool-call'
        ? [{ id: part.toolCallId, name: part.toolName, input: part.input, extra: part.providerMetadata }]
        : [],
    ),
    isCutOff: finishReason.unified === 'length',
    inputTokens: usage.inputTokens.total ?? null,
    outputTokens: usage.outputTokens.total ?? null,
  };
}

function toMessage(message: ModelMessage): LanguageModelV3Prompt[number] {
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.text }] };
  if (message.role === 'assistant') {
    const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }];
    const calls = message.calls.map(({ id, name, input, extra }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: JSON.parse(input.trim() === '' ? '{}' : input) as unknown,
      ...(extra === undefined ? {} : { providerOptions: extra as SharedV3ProviderOptions }),
    }));
    return { role: 'assistant', content: [...text, ...calls] };
  }
  return {
    role: 'tool',
    content: message.results.map(({ id, name, text, isError }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: name,
      output: { type: isError ? 'error-text' : 'text', value: text },
    })),
  };
}
