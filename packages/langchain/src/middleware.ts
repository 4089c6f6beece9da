import type { AgentMiddleware } from 'langchain';
import { callModel } from './call-model.ts';
import { callTool } from './call-tool.ts';
import type { LangChainDialogue } from './dialogue.ts';
import { afterAgent, beginRun, betweenCalls } from './run.ts';
import type { CallModel, RunTool, Surroundings } from './shapes.ts';

/** Finds the conversation that a run belongs to. */
type FindDialogue = (surroundings: Surroundings) => LangChainDialogue | Promise<LangChainDialogue>;

const made = new WeakSet<object>();

/** The middleware that runs hooks; each member has its file. */
export function middlewareOf(find: FindDialogue): AgentMiddleware {
  const middleware = {
    name: 'hookmd',
    beforeAgent: {
      canJumpTo: ['end'],
      hook: async (state, runtime) => beginRun(await find(runtime), state, runtime.signal),
    },
    beforeModel: async (state, runtime) => betweenCalls(await find(runtime), state),
    wrapModelCall: async (call, next) =>
      (await callModel(await find(call.runtime), call, next as CallModel)) as never,
    wrapToolCall: async (request, next) => callTool(await find(request.runtime), request, next as RunTool),
    afterAgent: {
      canJumpTo: ['model'],
      hook: async (state, runtime) => afterAgent(await find(runtime), state, runtime.signal),
    },
  } satisfies AgentMiddleware;
  made.add(middleware);
  return middleware;
}

export function isHookMiddleware(middleware: object): boolean {
  return made.has(middleware);
}
