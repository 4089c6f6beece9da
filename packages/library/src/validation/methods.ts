import type { Hooks } from '../hooks.ts';
import type { Conversation } from '../session/session.ts';
import { type CallRow, guardCall, guardMethods, optionalText } from './calls.ts';
import { subagentOptions } from './options.ts';
import {
  aboveZero,
  aFunction,
  anObject,
  anything,
  count,
  eventName,
  filled,
  flag,
  list,
  listOf,
  maybe,
  objectOf,
  oneOf,
  openObjectOf,
  type Schema,
  signal,
  text,
} from './schema.ts';

/** A conversation as events have it. */
export const messages: Schema = listOf(openObjectOf({ role: oneOf('user', 'assistant'), content: text }));

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

/** The arguments of each method of a conversation. `concerns` validates its own, and `fail` takes anything. */
export const methodRows: Readonly<
  Record<Exclude<keyof Conversation, 'id' | 'began' | 'concerns' | 'fail'>, CallRow>
> = {
  dispatch: {
    takes: { event: eventName, payload: maybe(anObject) },
    example: "session.dispatch('Notification', { message })",
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

export const endRow: CallRow = { takes: { reason: optionalText }, example: "session.end('logout')" };

const facts = openObjectOf({ name: filled, runs: oneOf('here', 'provider', 'client'), isWrapped: flag });
const texts = maybe(listOf(text));
const hooksRows: Readonly<Record<'dispatch' | 'quiet' | 'coverage' | 'rules', CallRow>> = {
  dispatch: {
    takes: { event: eventName, payload: maybe(anObject) },
    example: "hooks.dispatch('Notification', { message })",
  },
  quiet: {
    takes: { context: filled, run: aFunction },
    example: "hooks.quiet('commit', () => …)",
    isSync: true,
  },
  coverage: {
    takes: { tools: listOf(facts) },
    example: "hooks.coverage([{ name, runs: 'here', isWrapped: true }])",
    isSync: true,
  },
  rules: {
    takes: { rules: objectOf({ deny: texts, ask: texts, allow: texts }) },
    example: "hooks.rules({ deny: ['Bash(git push*)'], allow: ['Read'] })",
    isSync: true,
  },
};
const ruleCall: CallRow = {
  takes: { call: openObjectOf({ name: filled, input: anObject, cwd: maybe(filled) }) },
  example: "judge({ name: 'Bash', input: { command } })",
  isSync: true,
};

/** The methods of the Hooks object, and the functions that `rules` returns. `on` and `session` validate their own arguments. */
export function guardHooks(hooks: Hooks): Hooks {
  const { rules } = hooks;
  return guardMethods<Hooks>(
    'hooks',
    { ...hooks, rules: (given) => guardCall('judge', ruleCall, rules(given)) },
    hooksRows,
  );
}
