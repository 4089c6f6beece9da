import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventName } from '@hookmd/core/events';
import { type CallbackOutput, createHooks, type Hooks } from '@hookmd/library';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { type FakeBuiltModel, fakeModel } from '@langchain/core/testing';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import {
  type LangChainConversation,
  type LangChainSession,
  type LangChainSessionOptions,
  openLangChainSession,
} from './langchain-session.ts';

/** One thing that must hold: a test of any runner. Throws where it does not. */
export interface Check {
  readonly title: string;
  run(): Promise<void>;
}

/** A check in a session of its own. */
export function check(
  title: string,
  run: (session: LangChainSession, hooks: Hooks) => Promise<void>,
  options: LangChainSessionOptions = {},
): Check {
  return {
    title,
    async run() {
      const directory = mkdtempSync(join(tmpdir(), 'hookmd-langchain-'));
      const hooks = await createHooks({
        home: directory,
        project: directory,
        cwd: directory,
        environment: {},
      });
      try {
        await run(await openLangChainSession(hooks, options), hooks);
      } finally {
        await hooks.close();
        rmSync(directory, { recursive: true });
      }
    },
  };
}

/** A model that gives these answers, one after another, and then `done`. */
export function modelOf(...answers: readonly (AIMessage | Error)[]): FakeBuiltModel {
  const model = fakeModel();
  for (const output of answers) model.respond(output);
  for (let more = 0; more < 9; more++) model.respond(new AIMessage('done'));
  return model;
}

/** An answer that calls tools. */
export function calling(...calls: readonly (readonly [tool: string, args?: object])[]): AIMessage {
  const toolCalls = calls.map(([name, args = {}], at) => ({
    id: `call-${at + 1}`,
    name,
    args,
    type: 'tool_call',
  }));
  return new AIMessage({ content: '', tool_calls: toolCalls as never });
}

/** What of an agent of LangChain is called here. */
export interface Agent {
  invoke(input: unknown, config?: object): Promise<State>;
  stream(input: unknown, config: object): Promise<AsyncIterable<unknown>>;
  readonly options: object;
}

export interface State {
  readonly messages: readonly BaseMessage[];
  readonly structuredResponse?: unknown;
}

/** An agent with the hooks of this conversation, which keeps what is said. */
export function agentOf({ middleware }: Pick<LangChainConversation, 'middleware'>, settings: object): Agent {
  const all = { middleware: [middleware], checkpointer: new MemorySaver(), ...settings };
  const agent = createAgent(all as never).withConfig({ configurable: { thread_id: 'any' } });
  return agent as unknown as Agent;
}

export const thread: object = { configurable: { thread_id: 'one' } };

export const go: { readonly messages: readonly object[] } = { messages: [{ role: 'user', content: 'go' }] };

/** What the model was sent at a call, as one text. */
export function sentTo(model: FakeBuiltModel, at: number): string {
  return JSON.stringify(model.calls[at]?.messages) ?? '';
}

/** An answer of a hook that says this of its event. */
export function says(hookEventName: EventName, output: object): () => CallbackOutput {
  return () => ({ hookSpecificOutput: { hookEventName, ...output } }) as CallbackOutput;
}
