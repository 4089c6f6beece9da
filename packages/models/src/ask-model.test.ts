import type { LanguageModelV3CallOptions, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import type { ModelCall } from '@hookmd/core/hook-types';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { requestModel } from './ask-model.ts';

const call: ModelCall = {
  model: { provider: 'openai-compatible', model: 'm', baseURL: 'http://127.0.0.1:9' },
  apiKey: null,
  instructions: 'Judge it.',
  messages: [{ role: 'user', text: 'the event' }],
  tools: [],
  outputSchema: null,
  maxOutputTokens: 100,
  signal: new AbortController().signal,
};

/** A model that says one thing, and what it was asked with. */
function mock(output: Partial<LanguageModelV3GenerateResult>): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: {
      content: [],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: undefined, text: undefined, reasoning: undefined },
      },
      warnings: [],
      ...output,
    },
  });
}

async function asked(given: Partial<ModelCall>): Promise<LanguageModelV3CallOptions> {
  const model = mock({});
  await requestModel(model, { ...call, ...given });
  expect(model.doGenerateCalls).toHaveLength(1);
  return model.doGenerateCalls[0] as LanguageModelV3CallOptions;
}

describe('a turn of a model', () => {
  it('is one call, with the instructions apart from what others wrote', async () => {
    const { prompt, maxOutputTokens, tools, responseFormat } = await asked({});
    expect(prompt).toEqual([
      { role: 'system', content: 'Judge it.' },
      { role: 'user', content: [{ type: 'text', text: 'the event' }] },
    ]);
    expect({ maxOutputTokens, tools, responseFormat }).toEqual({ maxOutputTokens: 100 });
  });

  it('is not tried again where it fails', async () => {
    let calls = 0;
    const model = new MockLanguageModelV3({
      doGenerate: async () => {
        calls += 1;
        throw new Error('overloaded');
      },
    });
    await expect(requestModel(model, call)).rejects.toThrow('overloaded');
    expect(calls).toBe(1);
  });

  it('asks for a document of the schema where one is given', async () => {
    const { responseFormat } = await asked({ outputSchema: { type: 'object' } });
    expect(responseFormat).toEqual({ type: 'json', name: 'answer', schema: { type: 'object' } });
  });

  it('offers tools, and leaves it to the model whether it calls one', async () => {
    const tool = { name: 'read', about: 'Reads.', inputSchema: { type: 'object' } };
    const { tools, toolChoice } = await asked({ tools: [tool] });
    expect(toolChoice).toEqual({ type: 'auto' });
    expect(tools).toEqual([
      { type: 'function', name: 'read', description: 'Reads.', inputSchema: { type: 'object' } },
    ]);
  });

  it('repeats calls and their results, with what the provider wants to see again', async () => {
    const { prompt } = await asked({
      messages: [
        {
          role: 'assistant',
          text: '',
          calls: [{ id: '1', name: 'read', input: '{"path":"a"}', extra: { google: { sign: 's' } } }],
        },
        { role: 'tool', results: [{ id: '1', name: 'read', text: 'no', isError: true }] },
      ],
    });
    expect(prompt.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            toolCallId: '1',
            toolName: 'read',
            input: { path: 'a' },
            providerOptions: { google: { sign: 's' } },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: '1',
            toolName: 'read',
            output: { type: 'error-text', value: 'no' },
          },
        ],
      },
    ]);
  });

  it('gives text, calls as the model wrote them, and tokens where they were counted', async () => {
    const model = mock({
      content: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'I ' },
        { type: 'text', text: 'look.' },
        { type: 'tool-call', toolCallId: '1', toolName: 'read', input: '{"path":' },
      ],
      finishReason: { unified: 'length', raw: 'length' },
    });
    expect(await requestModel(model, call)).toEqual({
      text: 'I look.',
      calls: [{ id: '1', name: 'read', input: '{"path":', extra: undefined }],
      isCutOff: true,
      inputTokens: 7,
      outputTokens: null,
    });
  });
});
