import type { AIMessage, BaseMessage } from '@langchain/core/messages';
import type { AgentMiddleware } from 'langchain';

/** What a middleware of LangChain is called with, and what it answers, in the parts that concern hooks. */
type WrapModelCall = NonNullable<AgentMiddleware['wrapModelCall']>;
type WrapToolCall = NonNullable<AgentMiddleware['wrapToolCall']>;

export type ModelCall = Parameters<WrapModelCall>[0];
export type ToolCallRequest = Parameters<WrapToolCall>[0];
export type ToolResult = Awaited<ReturnType<WrapToolCall>>;

/** Calls the model. Where the answer is to have a shape, both come. */
export type CallModel = (call: ModelCall) => Promise<ModelAnswer> | ModelAnswer;
export type ModelAnswer = AIMessage | StructuredAnswer;
export type RunTool = (request: ToolCallRequest) => Promise<ToolResult> | ToolResult;

interface StructuredAnswer {
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

/** What of the surroundings of a call is looked at. */
export interface Surroundings {
  readonly signal?: AbortSignal;
  readonly configurable?: { readonly [key: string]: unknown };
  readonly context?: unknown;
}

/** It ends the run for LangGraph: an interrupt that asks a person, or a step to another graph. It is no failure. */
export function isLeaving(thrown: unknown): boolean {
  return (thrown as { readonly is_bubble_up?: unknown } | null)?.is_bubble_up === true;
}
