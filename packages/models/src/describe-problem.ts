import { APICallError, type JSONParseError } from '@ai-sdk/provider';
import { ProviderProblem, withoutKey } from './bounded-fetch.ts';

const MAX_TEXT = 300;

/** Why a model could not be called, in one sentence, without anything that was sent. */
export function describeProblem(error: unknown, apiKey: string | null): string {
  return withoutKey(sentence(error), apiKey).slice(0, MAX_TEXT);
}

function sentence(error: unknown): string {
  const chain = causes(error);
  const hookmds = chain.find((item) => item instanceof ProviderProblem);
  if (hookmds !== undefined) return hookmds.message;
  const rejected = chain.find((entry): entry is APICallError => APICallError.isInstance(entry));
  const status = rejected?.statusCode;
  if (status !== undefined && status >= 400)
    return `the provider rejected the call with HTTP ${status}: ${rejected?.message ?? ''}`;
  const code = chain
    .map((element) => (element as NodeJS.ErrnoException).code)
    .find((value) => typeof value === 'string');
  if (code !== undefined && /TIMEOUT|TIMEDOUT/.test(code))
    return `the provider did not respond in time: ${code}`;
  if (code !== undefined) return `the provider cannot be reached: ${code}`;
  if (rejected !== undefined && status === undefined)
    return `the provider cannot be reached: ${chain.at(-1)?.message ?? ''}`;
  const first = chain[0] as JSONParseError | undefined;
  return `the provider returned an invalid response: ${first?.name ?? 'unknown error'}`;
}

function causes(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let item = error; item instanceof Error && chain.length < 8; item = item.cause) chain.push(item);
  return chain;
}
