import { HookError } from '@hookmd/core/errors';
import {
  aFunction,
  anObject,
  type CallRow,
  callError,
  guardCall,
  isValid,
  listOf,
  mapOf,
  must,
  objectOf,
  openObjectOf,
  rejecting,
  type Schema,
  subagentOptions,
  text,
  throwing,
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
};

interface Guarded {
  subagent(...given: never[]): Promise<unknown>;
  coverage(...given: never[]): unknown;
}

/** Puts functions that refuse wrong arguments with CALL_INVALID, before anything is asked or done, in the place of those that do not. */
export function guardCalls<C extends Guarded>(conversation: C): C {
  return Object.assign(conversation, {
    subagent: guardCall('session.subagent', subagent, conversation.subagent, rejecting),
    coverage: guardCall('session.coverage', coverage, conversation.coverage, throwing),
  });
}

/** Throws CALL_INVALID where `hookMiddleware` was given no function that finds a conversation. */
export function checkFind(find: unknown): void {
  const error = callError('hookMiddleware', middleware, [find]);
  if (error !== null) throw error;
}

/** LangChain takes any object for a middleware, and would run an agent with this one as if it had none: it throws CALL_INVALID there. */
export function rejectAsMiddleware(given: object, name: string, example: string): void {
  const detail = `\`${name}\` is no middleware, and no hook would be asked.`;
  Object.defineProperty(given, 'beforeAgent', {
    get: () => {
      throw new HookError('CALL_INVALID', { call: 'createAgent', detail, example });
    },
  });
}
