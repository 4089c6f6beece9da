import type { ModelProvider, ModelSpec } from '../protocol/service-spec.ts';

/** What the configuration must say beside the name of the model: the others know their address, this one needs no key. */
const needs: Readonly<Record<ModelProvider, 'baseURL' | 'apiKeyEnv'>> = {
  'openai-compatible': 'baseURL',
  anthropic: 'apiKeyEnv',
  google: 'apiKeyEnv',
};

/** What a model lacks by the rules of its provider, behind "models.NAME"; null = nothing. */
export function modelProblem(given: Partial<ModelSpec>): string | null {
  const { provider, model } = given;
  if (provider === undefined || model === undefined) return 'must have `provider` and `model`';
  // What is written may name any provider.
  const key = (needs as Readonly<Record<string, (typeof needs)[ModelProvider] | undefined>>)[provider];
  if (key === undefined) return null;
  return given[key] === undefined ? `must have \`${key}\` for the provider ${provider}` : null;
}
