/** OpenAI's Chat Completions API. */
export const chat = {
  answers: (path) => path.endsWith('/chat/completions'),
  isStreamed: (body) => body.stream === true,
  toolNames: (body) => (body.tools ?? []).map((tool) => tool.function?.name),
  resultsIn: (body) => (body.messages ?? []).filter(({ role }) => role === 'tool').length,

  document: (reply, model) => ({
    ...headOf(model),
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...messageOf(reply) }, finish_reason: endOf(reply) }],
    usage,
  }),

  *events(reply, model) {
    const chunk = (delta, finish_reason) => ({
      data: {
        ...headOf(model),
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason }],
        usage: finish_reason === null ? null : usage,
      },
    });
    yield chunk({ role: 'assistant', ...messageOf(reply) }, null);
    yield chunk({}, endOf(reply));
    yield { data: '[DONE]' };
  },
};

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function headOf(model) {
  return { id: 'chat-1', created: 1, model };
}

function messageOf({ text, call }) {
  if (call === undefined) return { content: text };
  const { id, name, input } = call;
  const made = { name, arguments: JSON.stringify(input) };
  return { content: null, tool_calls: [{ index: 0, id, type: 'function', function: made }] };
}

function endOf({ call }) {
  return call === undefined ? 'stop' : 'tool_calls';
}
