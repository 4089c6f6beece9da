import { APICallError, type JSONParseError } from '@ai-sdk/provider';
import { ProviderProblem, withoutKey } from './bounded-fetch.ts';

const MAX_TEXT = 300;

/** Why a model could not be called, in one sentence, without anything that was sent. */
export function describeProblem(error: unknown, apiKey: string | null): string {
  return withoutKey(sentence(error), apiKey).slice(0, MAX_TEXT);
}

function sentence(error: unknown): string {
  const chain = causes(error);
  const ours = chain.find((one) => one instanceof ProviderProblem);
  if (ours !== undefined) return ours.message;
  const refused = chain.find((one): one is APICallError => APICallError.isInstance(one));
  const status = refused?.statusCode;
  if (status !== undefined && status >= 400)
    return `the provider refused the call with HTTP ${status}: ${refused?.message ?? ''}`;
  const code = chain.map((one) => (one as NodeJS.ErrnoException).code).find((one) => typeof one === 'string');
  if (code !== undefined && /TIMEOUT|TIMEDOUT/.test(code))
    return `the provider did not answer before its client gave up: ${code}`;
  if (code !== undefined) return `the provider cannot be reached: ${code}`;
  if (refused !== undefined && status === undefined)
    return `the provider cannot be reached: ${chain.at(-1)?.message ?? ''}`;
  const first = chain[0] as JSONParseError | undefined;
  return `the provider gave no answer of its protocol: ${first?.name ?? 'unknown error'}`;
}

function causes(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let one = error; one instanceof Error && chain.length < 8; one = one.cause) chain.push(one);
  return chain;
}
