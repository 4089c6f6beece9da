/** OpenAI's Responses API. */
export const responses = {
  answers: (path) => path.endsWith('/responses'),
  isStreamed: (body) => body.stream === true,
  // For some models, the tools are in the conversation.
  toolNames: (body) => [body, ...itemsOf(body)].flatMap(namesIn),
  resultsIn: (body) => itemsOf(body).filter(({ type }) => type?.endsWith('_call_output')).length,

  document: (reply, model) => responseOf(model, 'completed', [itemOf(reply)]),

  *events(reply, model) {
    const item = itemOf(reply);
    const at = { output_index: 0 };
    let sequence_number = 0;
    const event = (type, fields) => ({ type, data: { type, sequence_number: sequence_number++, ...fields } });
    yield event('response.created', { response: responseOf(model, 'in_progress', []) });
    yield event('response.output_item.added', { ...at, item: begunOf(item) });
    yield* partsOf[item.type](item, at, event);
    yield event('response.output_item.done', { ...at, item });
    yield event('response.completed', { response: responseOf(model, 'completed', [item]) });
  },
};

/** Includes the tools in a namespace. */
function namesIn({ tools = [] }) {
  return tools.flatMap((tool) => [tool.name, ...namesIn(tool)]);
}

function itemsOf({ input }) {
  return Array.isArray(input) ? input : [];
}

/** The events of an item between its start and its end. */
const partsOf = { message: textEvents, function_call: callEvents, custom_tool_call: inputEvents };

function* textEvents({ id: item_id, content: [part] }, at, event) {
  const place = { ...at, item_id, content_index: 0 };
  yield event('response.content_part.added', { ...place, part: { ...part, text: '' } });
  yield event('response.output_text.delta', { ...place, delta: part.text });
  yield event('response.output_text.done', { ...place, text: part.text });
  yield event('response.content_part.done', { ...place, part });
}

function* callEvents({ id: item_id, arguments: text }, at, event) {
  yield event('response.function_call_arguments.delta', { ...at, item_id, delta: text });
  yield event('response.function_call_arguments.done', { ...at, item_id, arguments: text });
}

function* inputEvents({ id: item_id, input }, at, event) {
  yield event('response.custom_tool_call_input.delta', { ...at, item_id, delta: input });
  yield event('response.custom_tool_call_input.done', { ...at, item_id, input });
}

function itemOf({ text, call }) {
  if (call === undefined) {
    const content = [{ type: 'output_text', text, annotations: [] }];
    return { type: 'message', id: 'message-1', role: 'assistant', status: 'completed', content };
  }
  const { id, name, namespace, input } = call;
  const item = { id: `item-${id}`, call_id: id, status: 'completed', name, namespace };
  if (typeof input === 'string') return { type: 'custom_tool_call', ...item, input };
  return { type: 'function_call', ...item, arguments: JSON.stringify(input) };
}

/** The item as it is announced, without content. */
function begunOf(item) {
  return { ...item, status: 'in_progress', [bodyOf[item.type]]: item.type === 'message' ? [] : '' };
}

const bodyOf = { message: 'content', function_call: 'arguments', custom_tool_call: 'input' };

function responseOf(model, status, output) {
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 110,
  };
  return {
    ...{ id: 'response-1', object: 'response', created_at: 1, model, status, output },
    ...{ usage: status === 'completed' ? usage : null, error: null, incomplete_details: null, tools: [] },
  };
}
