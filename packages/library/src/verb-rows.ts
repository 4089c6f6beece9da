import { eventName } from './event-shape.ts';
import type { CallRow } from './guard-call.ts';
import { messages } from './message-shape.ts';
import { subagentOptions } from './option-shapes.ts';
import type { Conversation } from './session.ts';
import {
  aboveZero,
  aFunction,
  anObject,
  anything,
  flag,
  list,
  maybe,
  must,
  objectOf,
  oneOf,
  openObjectOf,
  signal,
  text,
} from './shape.ts';

const count = must('a number', Number.isFinite);
const usage = maybe(
  openObjectOf({
    input_tokens: count,
    output_tokens: count,
    current_context_window: count,
    max_context_window: count,
  }),
);

const callRows = {
  name: text,
  input: anObject,
  id: maybe(text),
  needsPermission: maybe(flag),
  check: maybe(aFunction),
  signal: maybe(signal),
};
const call = openObjectOf(callRows);
const run = openObjectOf({ ...callRows, originalInput: maybe(anObject), durationMs: maybe(count) });

const which = { provider: text, model: text };
const request = openObjectOf({
  ...which,
  messages: list,
  tools: maybe(list),
  iteration: maybe(aboveZero),
  signal: maybe(signal),
});

/** What each verb takes. Those of a conversation that have no row make nothing of what they are given. */
export const verbRows: Readonly<
  Record<Exclude<keyof Conversation, 'id' | 'began' | 'concerns' | 'fail'>, CallRow>
> = {
  fire: {
    takes: { event: eventName, payload: maybe(anObject) },
    example: "session.fire('Notification', { message })",
  },
  prompt: { takes: { text, signal: maybe(signal) }, example: 'session.prompt(text, signal)' },
  model: {
    takes: { request, call: aFunction, usageOf: maybe(aFunction) },
    example: 'session.model({ provider, model, messages }, (go) => …)',
  },
  preModelCall: {
    takes: { request },
    example: 'session.preModelCall({ provider, model, messages })',
  },
  postModelCall: {
    takes: { request: openObjectOf(which), response: anything, usage },
    example: 'session.postModelCall({ provider, model }, response, usage)',
  },
  tool: { takes: { call, execute: aFunction }, example: 'session.tool({ name, input }, (input) => …)' },
  preToolUse: { takes: { call }, example: 'session.preToolUse({ name, input })' },
  postToolUse: { takes: { run }, example: 'session.postToolUse({ name, input }, output)' },
  postToolUseFailure: { takes: { run }, example: 'session.postToolUseFailure({ name, input }, error)' },
  turn: {
    takes: { report: objectOf({ toolsUsed: flag, usage, response: maybe(text), number: maybe(aboveZero) }) },
    example: 'session.turn({ toolsUsed: true, response, usage })',
  },
  stop: {
    takes: {
      report: maybe(objectOf({ lastAssistantMessage: maybe(text), messages: maybe(messages), usage })),
    },
    example: 'session.stop({ messages, lastAssistantMessage })',
  },
  compact: {
    takes: {
      request: objectOf({ trigger: oneOf('manual', 'auto'), instructions: maybe(text) }),
      run: maybe(aFunction),
    },
    example: "session.compact({ trigger: 'manual' }, () => …)",
  },
  subagent: {
    takes: { options: objectOf(subagentOptions), run: aFunction },
    example: "session.subagent({ type: 'explorer' }, (child) => …)",
  },
};

export const endRow: CallRow = { takes: { reason: maybe(text) }, example: "session.end('logout')" };
