import type { AIMessage, BaseMessage } from '@langchain/core/messages';
import type { AgentMiddleware } from 'langchain';

/** The arguments and results of a LangChain middleware, as far as hooks need them. */
type WrapModelCall = NonNullable<AgentMiddleware['wrapModelCall']>;
type WrapToolCall = NonNullable<AgentMiddleware['wrapToolCall']>;

export type ModelCall = Parameters<WrapModelCall>[0];
export type ToolCallRequest = Parameters<WrapToolCall>[0];
export type ToolResult = Awaited<ReturnType<WrapToolCall>>;

/** Calls the model. A structured response comes with its messages. */
export type CallModel = (call: ModelCall) => Promise<ModelResponse> | ModelResponse;
export type ModelResponse = AIMessage | StructuredResponse;
export type RunTool = (request: ToolCallRequest) => Promise<ToolResult> | ToolResult;

interface StructuredResponse {
  readonly structuredResponse: unknown;
  readonly messages: readonly BaseMessage[];
}

export interface State {
  readonly messages: readonly BaseMessage[];
}

export interface Update {
  readonly messages: BaseMessage[];
  readonly jumpTo?: 'model' | 'end';
}

/** The configuration of a run that `find` of `hookMiddleware` gets. */
export interface Surroundings {
  readonly signal?: AbortSignal;
  readonly configurable?: { readonly [key: string]: unknown };
  readonly context?: unknown;
}

/** Whether it ends the run for LangGraph without a failure: an interrupt for the user, or a step to another graph. */
export function isLeaving(thrown: unknown): boolean {
  return (thrown as { readonly is_bubble_up?: unknown } | null)?.is_bubble_up === true;
}
