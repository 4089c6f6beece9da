import type { ModelCall } from '@hookmd/core/hook-types';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestModel } from './ask-model.ts';
import { openModel } from './providers.ts';

afterEach(() => vi.unstubAllEnvs());

/** Where a call of a provider goes, and with which headers; nothing is sent. */
async function addressOf(
  model: ModelCall['model'],
  apiKey: string | null,
): Promise<{ url: string; headers: Headers }> {
  const seen: { url: string; headers: Headers }[] = [];
  const fetch = async (url: unknown, init?: RequestInit): Promise<Response> => {
    seen.push({ url: String(url), headers: new Headers(init?.headers) });
    return new Response('{}', { status: 500 });
  };
  const call = {
    model,
    apiKey,
    instructions: '',
    messages: [{ role: 'user', text: 'x' }],
    tools: [],
    outputSchema: null,
    maxOutputTokens: 1,
    signal: new AbortController().signal,
  } as const;
  await expect(requestModel(openModel({ model, apiKey, fetch }), call)).rejects.toThrow();
  expect(seen).toHaveLength(1);
  return seen[0] as { url: string; headers: Headers };
}

describe('a provider', () => {
  it.each<[ModelCall['model'], string, string, string]>([
    [
      { provider: 'openai-compatible', model: 'm', baseURL: 'http://127.0.0.1:1/v1' },
      'http://127.0.0.1:1/v1/chat/completions',
      'authorization',
      'Bearer k',
    ],
    [{ provider: 'anthropic', model: 'm' }, 'https://api.anthropic.com/v1/messages', 'x-api-key', 'k'],
    [
      { provider: 'google', model: 'm' },
      'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent',
      'x-goog-api-key',
      'k',
    ],
  ])(
    '%j is asked where the configuration says, with its key, whatever variables say',
    async (model, url, header, value) => {
      for (const name of ['ANTHROPIC', 'GOOGLE', 'OPENAI', 'GOOGLE_GENERATIVE_AI']) {
        vi.stubEnv(`${name}_BASE_URL`, 'https://attacker.example');
        vi.stubEnv(`${name}_API_KEY`, 'of-somebody-else');
      }
      vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'of-somebody-else');
      const sent = await addressOf(model, 'k');
      expect(sent.url).toBe(url);
      expect(sent.headers.get(header)).toBe(value);
      expect(JSON.stringify([...sent.headers])).not.toContain('of-somebody-else');
    },
  );

  it('on this machine is asked without a key where none is configured', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'of-somebody-else');
    const model = { provider: 'openai-compatible', model: 'm', baseURL: 'http://127.0.0.1:1/v1' } as const;
    expect((await addressOf(model, null)).headers.get('authorization')).toBeNull();
  });
});
