import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { describeProblem } from './describe-problem.ts';

/** What the AI SDK throws where `fetch` could not reach the provider. */
function unreached(code: string): APICallError {
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('secret'), { code }) });
  return new APICallError({ message: 'Cannot connect', url: 'https://a', requestBodyValues: {}, cause });
}

describe('why a model could not be asked', () => {
  it.each(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])(
    'is that the client gave up: %s',
    (code) => {
      const message = `the provider did not respond in time: ${code}`;
      expect(describeProblem(unreached(code), null)).toBe(message);
    },
  );

  it('is that nobody is there', () => {
    expect(describeProblem(unreached('ECONNREFUSED'), null)).toBe(
      'the provider cannot be reached: ECONNREFUSED',
    );
  });
});
