import type { Answer } from '../../events/answer.ts';
import { type EventClass, eventRow } from '../../events/events.ts';
import { isJsonObject, type JsonObject } from '../../events/json.ts';
import type { ModelTask } from './model-task.ts';

/** A longer text is no reason any more. */
const MAX_TEXT = 4_000;

type Word = 'allow' | 'block' | 'ask';

/** The one document that a model may answer an event with. */
export interface AnswerForm {
  /** JSON Schema, in the part of it that every provider knows. */
  readonly schema: JsonObject;
  /** Holds what a model said to the schema, whatever its provider promised. */
  read(said: unknown): { readonly answer: Answer } | { readonly error: string };
}

/** What `block` comes to in an event of the class, in words for the model. */
const blockMeans: Readonly<Record<EventClass, string>> = {
  gate: '`block` keeps it from happening',
  result: '`block` cannot undo it, and gives `reason` to the agent as feedback',
  settle: '`block` keeps the agent from stopping, and gives it `reason` as what to do next',
  notice: '',
};

/** What the event permits of an answer. Nothing that changes the event: a model decides, and says why. */
export function answerForm(task: ModelTask): AnswerForm {
  const words = wordsOf(task);
  const mayAddContext = task.phase !== 'recheck' && task.permits.includes('context');
  const keys = [...(words.length > 0 ? ['decision'] : []), 'reason', ...(mayAddContext ? ['context'] : [])];
  const { class: eventClass } = eventRow(task.event);
  const meaning = words.length === 0 ? '' : `\`allow\` has no objection; ${blockMeans[eventClass]}`;
  const asking = words.includes('ask') ? '; `ask` lets the user decide' : '';
  const properties: Readonly<Record<string, JsonObject>> = {
    decision: { type: 'string', enum: words, description: `${meaning}${asking}.` },
    reason: {
      type: 'string',
      description: 'Why, in one or two sentences. Empty where there is nothing to say.',
    },
    context: { type: 'string', description: 'What the agent should know. Empty where that is nothing.' },
  };
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(keys.map((key) => [key, properties[key] ?? {}])),
      required: keys,
      additionalProperties: false,
    },
    read: (said) => {
      const error = misfit(said, keys, words);
      return error === null ? { answer: toAnswer(said as Said, task, eventClass) } : { error };
    },
  };
}

function wordsOf({ permits, phase }: ModelTask): readonly Word[] {
  if (phase === 'observe') return [];
  const blocks = (['block', 'feedback', 'followUp'] as const).some((permit) => permits.includes(permit));
  return blocks ? ['allow', 'block', ...(permits.includes('ask') ? (['ask'] as const) : [])] : [];
}

interface Said {
  readonly decision?: Word;
  readonly reason?: string;
  readonly context?: string;
}

/** What is wrong with it, without quoting it; null = it fits. */
function misfit(said: unknown, keys: readonly string[], words: readonly string[]): string | null {
  if (!isJsonObject(said)) return 'it is no object';
  if (words.length > 0 && !Object.hasOwn(said, 'decision')) return 'it has no `decision`';
  const strange = Object.keys(said).filter((key) => !keys.includes(key)).length;
  if (strange > 0) return `it has ${strange} keys beside ${keys.map((key) => `\`${key}\``).join(', ')}`;
  // Texts may be left out: the schema asks for all of them because some providers take no other.
  const noText = keys.find((key) => Object.hasOwn(said, key) && typeof said[key] !== 'string');
  if (noText !== undefined) return `\`${noText}\` is no text`;
  const long = keys.find((key) => String(said[key]).length > MAX_TEXT);
  if (long !== undefined) return `\`${long}\` has more than ${MAX_TEXT} characters`;
  if (words.length > 0 && !words.includes(String(said['decision'])))
    return `\`decision\` is none of ${words.join(', ')}`;
  return null;
}

function toAnswer(said: Said, { preApproves }: ModelTask, eventClass: EventClass): Answer {
  const reason = said.reason?.trim() ?? '';
  const context = said.context?.trim() ?? '';
  const extra = context === '' ? {} : { context: [context] };
  const why = reason === '' ? {} : { reason };
  if (said.decision === 'ask') return { verdict: 'ask', ...why, ...extra };
  if (said.decision !== 'block')
    return { ...(said.decision === 'allow' && preApproves ? { verdict: 'allow' } : {}), ...why, ...extra };
  const what = reason || 'blocked without a reason';
  if (eventClass === 'result') return { feedback: what, ...extra };
  if (eventClass === 'settle') return { followUps: [what], ...extra };
  return { verdict: 'block', ...why, ...extra };
}
