/** Anthropic's Messages API. */
export const messages = {
  answers: (path) => path.endsWith('/messages'),
  isStreamed: (body) => body.stream === true,
  toolNames: (body) => (body.tools ?? []).map(({ name }) => name),
  resultsIn: (body) =>
    (body.messages ?? [])
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'tool_result').length,

  document: (reply, model) => messageOf(model, [blockOf(reply)], endOf(reply)),

  *events(reply, model) {
    const event = (type, fields) => ({ type, data: { type, ...fields } });
    const block = blockOf(reply);
    yield event('message_start', { message: messageOf(model, [], null) });
    yield event('content_block_start', { index: 0, content_block: begunOf(block) });
    yield event('content_block_delta', { index: 0, delta: deltaOf(block) });
    yield event('content_block_stop', { index: 0 });
    const delta = { stop_reason: endOf(reply), stop_sequence: null };
    yield event('message_delta', { delta, usage: { output_tokens: 10 } });
    yield event('message_stop', {});
  },
};

function blockOf({ text, call }) {
  return call === undefined ? { type: 'text', text } : { type: 'tool_use', ...call };
}

function begunOf(block) {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltaOf({ type, text, input }) {
  return type === 'text'
    ? { type: 'text_delta', text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(input) };
}

function endOf({ call }) {
  return call === undefined ? 'end_turn' : 'tool_use';
}

function messageOf(model, content, stop_reason) {
  const usage = { input_tokens: 100, output_tokens: 10 };
  return {
    ...{ id: 'message-1', type: 'message', role: 'assistant', model, content },
    ...{ stop_reason, stop_sequence: null, usage },
  };
}
