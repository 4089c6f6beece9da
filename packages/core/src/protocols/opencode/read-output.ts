import type { HookEvent } from '../../events/event.ts';
import type { OutputReading } from '../../events/hook-output.ts';
import { areTexts, isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { textOf, toolOutputOf } from '../fields.ts';
import type { OutputDraft } from '../format.ts';
import { withOutputText } from '../replace-texts.ts';
import { opencodeTools } from './tools.ts';

/** Reads what a hook left of its second argument. Returns warnings. */
type ReadOutput = (output: JsonObject, event: HookEvent, draft: OutputDraft) => readonly string[];

const readers: Readonly<Record<string, ReadOutput>> = {
  PreToolUse({ args }, event, draft) {
    if (isJsonObject(args))
      draft.input = opencodeTools.inputBack(event.tool_name ?? '', event.tool_input ?? {}, args);
    return [];
  },
  PostToolUse(output, event, draft) {
    const current = toolOutputOf(event);
    if (isJsonObject(current) && typeof current['title'] === 'string')
      draft.output = { ...current, ...output };
    else if (typeof output['output'] === 'string') draft.output = withOutputText(current, output['output']);
    return [];
  },
  PermissionRequest({ status }, _, draft) {
    if (status === 'deny') draft.decision = 'block';
    if (status === 'allow') draft.decision = 'allow';
    return [];
  },
  UserPromptSubmit({ parts }, event, draft) {
    const prompt = textOf(event['prompt']);
    const list = Array.isArray(parts) ? (parts as readonly JsonValue[]) : [];
    const texts = list.flatMap((part) =>
      isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : [],
    );
    const added = texts.map((text) => (text.startsWith(prompt) ? text.slice(prompt.length) : text).trim());
    const context = added.filter((text) => text !== '');
    if (context.length > 0) draft.context = context;
    const hasPrompt = texts.some((text) => text.startsWith(prompt));
    return hasPrompt ? [] : ['the prompt cannot be replaced: its new text is added to it'];
  },
};

/** What a plugin did to its second argument, or threw; and the toasts that it showed. */
export function readOpencodeOutput(document: JsonValue, event: HookEvent): OutputReading {
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const { thrown, output, messages } = document;
  const draft: OutputDraft = {};
  const read = readers[event.hook_event_name];
  const warnings = isJsonObject(output) && read !== undefined ? read(output, event, draft) : [];
  if (areTexts(messages) && messages.length > 0) draft.userMessages = messages;
  if (typeof thrown !== 'string') return { output: draft, warnings };
  if (event.hook_event_name === 'PostToolUse')
    return { output: { ...draft, feedback: thrown || 'blocked without a reason' }, warnings };
  // A call that is blocked is not changed.
  const { input: _, ...rest } = draft;
  return {
    output: { ...rest, decision: 'block', ...(thrown === '' ? {} : { reason: thrown }) },
    warnings,
  };
}
