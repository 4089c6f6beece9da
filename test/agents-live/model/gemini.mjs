/** Google's generateContent. The URL contains the model, and whether to stream. */
export const gemini = {
  answers: (path) => /:(?:stream)?generateContent$/i.test(path),
  isStreamed: (_, path) => path.endsWith(':streamGenerateContent'),
  toolNames: (body) =>
    (body.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []).map(({ name }) => name),
  resultsIn: (body) =>
    (body.contents ?? [])
      .flatMap(({ parts }) => parts ?? [])
      .filter(({ functionResponse }) => functionResponse !== undefined).length,

  document: (reply, model) => answerOf(reply, model),

  *events(reply, model) {
    yield { data: answerOf(reply, model) };
  },
};

function answerOf({ text, call }, modelVersion) {
  const { id, name, input } = call ?? {};
  // Without a signature, the agent rejects the call as one of another model.
  const made = { functionCall: { id, name, args: input }, thoughtSignature: 'c2NyaXB0' };
  const content = { role: 'model', parts: [call === undefined ? { text } : made] };
  const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 };
  return { candidates: [{ index: 0, content, finishReason: 'STOP' }], usageMetadata, modelVersion };
}
