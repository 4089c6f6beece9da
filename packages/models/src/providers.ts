import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelCall } from '@hookmd/core/hook-types';

type Provider = ModelCall['model']['provider'];
type Settings = Pick<ModelCall, 'model' | 'apiKey'> & { readonly fetch: typeof globalThis.fetch };

/**
 * Every provider, as rows. Address and key are always given: what is left out, the libraries take from variables, and
 * the settings of a repository may have set those.
 */
const providers: Readonly<Record<Provider, (settings: Settings) => LanguageModelV3>> = {
  'openai-compatible': ({ model, apiKey, fetch }) =>
    createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: model.baseURL ?? '',
      fetch,
      supportsStructuredOutputs: true,
      ...(apiKey === null ? {} : { apiKey }),
    })(model.model),
  anthropic: ({ model, apiKey, fetch }) =>
    createAnthropic({
      baseURL: model.baseURL ?? 'https://api.anthropic.com/v1',
      apiKey: apiKey ?? '',
      fetch,
    })(model.model),
  google: ({ model, apiKey, fetch }) =>
    createGoogleGenerativeAI({
      baseURL: model.baseURL ?? 'https://generativelanguage.googleapis.com/v1beta',
      apiKey: apiKey ?? '',
      fetch,
    })(model.model),
};

/** The model of a call, which uses `fetch` for everything. */
export function openModel(settings: Settings): LanguageModelV3 {
  return providers[settings.model.provider](settings);
}
