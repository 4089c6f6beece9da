/**
 * The least of an agent: a loop around the verbs of the library, without any framework. What the suite of adapters asks of every one
 * holds for it too.
 */
export const bareDriver = {
  name: 'a bare loop',
  lacks: {},
  async open(script) {
    const { hooks, compaction, onPrompt, tools, subagent } = script;
    const state = { signal: undefined };
    const session = await hooks.session({
      ...(onPrompt === undefined ? {} : { onPrompt }),
      ...(compaction === undefined
        ? {}
        : { hostActions: { compact: () => compaction.summarize() }, autoCompact: compaction.threshold }),
    });
    const windowTokens = compaction?.windowTokens ?? 0;
    const main = loopOf({ talk: session, respond: script.respond, tools, subagent, state, windowTokens });
    return {
      async send(prompt, signal) {
        state.signal = signal;
        try {
          if (session.began.halt !== null) throw new Blocked(session.began.halt.reason);
          const sent = await session.prompt(prompt, signal);
          signal.throwIfAborted();
          if (sent.kind === 'blocked') throw new Blocked(sent.reason);
          const text = await main.run([[prompt, ...sent.context].join('\n')]);
          return { status: 'completed', text };
        } catch (error) {
          if (signal.aborted) return { status: 'canceled', text: '' };
          if (error instanceof Blocked) return { status: 'blocked', text: error.message };
          await session.fail(error);
          return { status: 'failed', text: error.message };
        }
      },
      stored: () => JSON.stringify(main.history()),
      close: async () => void (await session.end()),
    };
  },
};

class Blocked extends Error {}

function loopOf({ talk, respond, tools, subagent, state, windowTokens, isChild = false }) {
  let history = [];
  const unsaid = [...talk.began.context];
  let remarks = [];
  let halted = null;
  const say = (role, content) => history.push({ role, content });
  const heed = (outcome) => {
    if (outcome.halt !== null) throw new Blocked(outcome.halt.reason);
    return outcome;
  };
  const offered = [...tools.map(({ name }) => name), ...(subagent === undefined ? [] : [subagent.tool])];

  async function run(texts) {
    for (const text of texts) say('user', [text, ...unsaid.splice(0)].join('\n'));
    for (;;) {
      const { text = '', calls = [], inputTokens, outputTokens } = await callModel();
      say('assistant', text === '' ? JSON.stringify(calls) : text);
      const results = await Promise.all(calls.map(callTool));
      for (const one of results) say('user', one);
      state.signal?.throwIfAborted();
      const usage = {
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        current_context_window: inputTokens + outputTokens,
        max_context_window: windowTokens,
      };
      if (halted !== null) throw halted;
      apply(
        heed(
          await talk.turn({ toolsUsed: calls.length > 0, usage, ...(text === '' ? {} : { response: text }) }),
        ),
      );
      if (calls.length > 0) continue;
      if (isChild) return text;
      const stop = await talk.stop({ lastAssistantMessage: text, messages: history });
      state.signal?.throwIfAborted();
      apply(stop);
      if (stop.kind !== 'continue') return text;
      for (const one of stop.followUps) say('user', one);
    }
  }

  async function callModel() {
    const { signal } = state;
    const request = { provider: 'bare', model: 'm', messages: history, tools: offered, signal };
    const outcome = await talk.model(request, (go) => {
      const added = [...remarks.splice(0), ...go.context].map((content) => ({ role: 'user', content }));
      return respond({ text: JSON.stringify([...go.messages, ...added]), tools: go.tools, signal });
    });
    signal?.throwIfAborted();
    if (outcome.kind === 'blocked') throw new Blocked(outcome.reason);
    remarks = [
      ...outcome.decisions.filter(({ event }) => event === 'PostModelCall').flatMap(({ context }) => context),
    ];
    return heed(outcome).response;
  }

  async function callTool({ id, tool: name, input }) {
    const tool = tools.find((one) => one.name === name);
    const check = tool?.problemOf;
    const { signal } = state;
    const outcome = await talk.tool({ id, name, input, check, signal }, (effective) =>
      tool === undefined ? delegate(effective) : lastOf(tool.run(effective)),
    );
    if (outcome.halt !== null) halted = new Blocked(outcome.halt.reason);
    const shown = outcome.kind === 'done' ? outcome.output : outcome.message;
    return JSON.stringify([id, shown, ...outcome.context]);
  }

  async function delegate({ task }) {
    let child = null;
    const { result } = await talk.subagent({ type: subagent.type }, (conversation, followUps) => {
      child ??= loopOf({
        talk: conversation,
        respond: subagent.respond,
        tools,
        state,
        windowTokens: 0,
        isChild: true,
      });
      return child.run(followUps.length === 0 ? [task] : followUps);
    });
    return result;
  }

  function apply(outcome) {
    if (outcome.kind === 'replaced' && outcome.messages.length > 0) history = [...outcome.messages];
  }

  return { run, history: () => history };
}

async function lastOf(outputs) {
  let last = null;
  for await (const output of outputs) last = output;
  return last;
}
