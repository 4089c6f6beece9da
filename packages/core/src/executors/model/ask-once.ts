import { readJsonDocument } from '../../events/json-document.ts';
import type { PromptSpec } from '../../events/service-spec.ts';
import { type ModelEnd, type ModelRun, ruleOf } from './run-model.ts';

/** What small models write around a document, whatever they were told. */
const FENCE = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

/** Mode prompt: one call, and its answer is the answer. */
export async function askOnce({ prompt }: PromptSpec, run: ModelRun): Promise<ModelEnd> {
  const { form, frame, payload, task } = run;
  const reply = await run.ask({
    instructions: [
      'You judge one event of a coding agent, by the rule of the person who installed you:',
      ruleOf(prompt),
      frame.rule,
      `Answer with one JSON document that fits this JSON Schema, and nothing else:\n${JSON.stringify(form.schema)}`,
    ].join('\n\n'),
    messages: [{ role: 'user', text: `${payload}\n\nJudge this ${task.event} now.` }],
    tools: [],
    answerSchema: form.schema,
  });
  const text = reply.text.trim();
  const document = readJsonDocument(FENCE.exec(text)?.[1] ?? text);
  if ('error' in document) {
    // Without what the parser says: it quotes, and what a model answers may quote the event.
    const reason = reply.isCutOff ? 'its answer was cut off before its end' : 'it answered no JSON document';
    return { cause: 'BAD_OUTPUT', reason };
  }
  const reading = form.read(document.value);
  if ('answer' in reading) return reading;
  return { cause: 'BAD_OUTPUT', reason: `its answer does not fit what may be said: ${reading.error}` };
}
