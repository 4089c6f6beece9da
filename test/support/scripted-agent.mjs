/**
 * A whole agent with a scripted model: what a host of the library does around its verbs, and nothing else.
 *
 * `replies` are what the model answers, one after another, the last one again and again: a text, or `{ text, tools, usage }`
 * with calls of `tools`, or an Error, which is thrown. What came of it: `asked` is what the model was called with, `ran` what the
 * tools were run with, `history` the conversation at the end, `shown` what the person read.
 */
export async function runAgent(session, text, { replies, tools = {}, maxTurns = 20 }) {
  const state = { asked: [], ran: [], history: [], shown: [] };
  const say = (role, content) => state.history.push({ role, content });
  const hear = (outcome) => {
    state.shown.push(...outcome.userMessages);
    return outcome;
  };
  const withContext = (content, { context }) => [content, ...context].join('\n');

  const sent = hear(await session.prompt(text));
  if (sent.kind === 'blocked') return { ...state, refused: sent.reason };
  say('user', withContext(text, { context: [...session.began.context, ...sent.context] }));

  for (let turn = 0; turn < maxTurns; turn += 1) {
    const answer = hear(await callModel(turn));
    if (answer.kind === 'blocked') return { ...state, refused: answer.reason };
    const { text: said, calls, usage } = answer.response;
    say('assistant', said);
    // As real loops do it: all calls of one answer side by side.
    const results = await Promise.all(
      calls.map((call) => session.tool(call, (input) => runTool(call, input))),
    );
    for (const one of results.map(hear))
      say('user', withContext(one.kind === 'done' ? asText(one.output) : one.message, one));
    apply(hear(await session.turn({ toolsUsed: calls.length > 0, usage, response: said })));
    if (calls.length > 0) continue;
    const stopped = hear(await session.stop({ messages: state.history, lastAssistantMessage: said, usage }));
    apply(stopped);
    if (stopped.kind !== 'continue') return state;
    for (const one of stopped.followUps) say('user', one);
  }
  return { ...state, gaveUp: true };

  function callModel(turn) {
    const request = { provider: 'scripted', model: 'm1', messages: state.history, tools: Object.keys(tools) };
    return session.model(request, (go) => {
      state.asked.push(go.messages.map(({ content }) => content));
      const reply = replies[Math.min(turn, replies.length - 1)];
      if (reply instanceof Error) throw reply;
      const {
        text: said = '',
        tools: calls = [],
        usage,
      } = typeof reply === 'string' ? { text: reply } : reply;
      return { text: said, calls, usage };
    });
  }
  function runTool({ name }, input) {
    state.ran.push({ name, input });
    return tools[name]?.(input);
  }
  function apply(outcome) {
    if (outcome.kind === 'replaced') state.history = [...outcome.messages];
  }
}

function asText(output) {
  return typeof output === 'string' ? output : JSON.stringify(output);
}
