import { HookError } from '@hookmd/core/errors';
import {
  aFunction,
  anObject,
  type CallRow,
  callError,
  guardMethods,
  isValid,
  listOf,
  mapOf,
  must,
  objectOf,
  openObjectOf,
  type Schema,
  subagentOptions,
  text,
} from '@hookmd/library/adapter';

/** The tools of MCP servers, by the server. */
export const mcpTools: Schema = mapOf(listOf(openObjectOf({ name: text })));

const middleware: CallRow = {
  takes: { find: aFunction },
  example: 'hookMiddleware(({ configurable }) => sessions.get(configurable.thread_id))',
};
const subagent: CallRow = {
  takes: { options: objectOf(subagentOptions), run: aFunction },
  example: "session.subagent({ type: 'explorer' }, (child) => …)",
};
const coverage: CallRow = {
  takes: {
    agent: must('an agent of `createAgent`', (value) =>
      isValid(anObject, (value as { readonly options?: unknown } | null | undefined)?.options),
    ),
  },
  example: 'session.coverage(agent)',
  isSync: true,
};

interface Guarded {
  subagent(...given: never[]): Promise<unknown>;
  coverage(...given: never[]): unknown;
}

/** Replaces methods by ones that reject wrong arguments with CALL_INVALID before anything runs. */
export function guardCalls<C extends Guarded>(conversation: C): C {
  return guardMethods<Guarded>('session', conversation, { subagent, coverage }) as C;
}

/** Throws CALL_INVALID where the argument of `hookMiddleware` is not a function. */
export function checkFind(find: unknown): void {
  const error = callError('hookMiddleware', middleware, [find]);
  if (error !== null) throw error;
}

/** LangChain accepts any object as middleware, and this one would run no hook: `createAgent` throws CALL_INVALID. */
export function rejectAsMiddleware(given: object, name: string, example: string): void {
  const detail = `\`${name}\` is not a middleware, so no hook would run.`;
  Object.defineProperty(given, 'beforeAgent', {
    get: () => {
      throw new HookError('CALL_INVALID', { call: 'createAgent', detail, example });
    },
  });
}
