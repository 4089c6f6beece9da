/** Of one reply, unpacked. */
const MAX_REPLY_BYTES = 1024 * 1024;
/** A shorter key could stand in any text by chance. */
const SHORTEST_KEY = 8;

/** The provider cannot be called, in a sentence for users. */
export class ProviderProblem extends Error {}

/**
 * A `fetch` that follows no redirect, limits the size of a reply, and removes the API key from it: some providers repeat it in
 * an error, and it must not reach the event log.
 */
export function boundedFetch(apiKey: string | null): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new ProviderProblem(
        `the provider returned a redirect (HTTP ${response.status}), which is not followed`,
      );
    }
    const text = withoutKey(await readBounded(response), apiKey);
    const { status, statusText } = response;
    const type = response.headers.get('content-type') ?? 'application/json';
    return new Response(status === 204 ? null : text, {
      status,
      statusText,
      headers: { 'content-type': type },
    });
  };
}

async function readBounded({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES)
      throw new ProviderProblem(`the provider returned more than ${MAX_REPLY_BYTES / 1024 / 1024} MiB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export function withoutKey(text: string, apiKey: string | null): string {
  return apiKey === null || apiKey.length < SHORTEST_KEY ? text : text.replaceAll(apiKey, '[redacted]');
}
