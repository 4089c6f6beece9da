import { HookBlockedError } from '@hookmd/library/adapter';

/** The block in what an agent threw, where it is one: LangChain wraps what comes out of a middleware. Null = it is none. */
export function blockOf(thrown: unknown): HookBlockedError | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof HookBlockedError) return error;
  }
  return null;
}
