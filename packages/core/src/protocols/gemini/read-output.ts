import type { HookEvent } from '../../events/event.ts';
import { eventRow, type Permit, permits } from '../../events/events.ts';
import type { HookOutput, OutputReading } from '../../events/hook-output.ts';
import { areTexts, isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../events/json.ts';
import { toolOutputOf } from '../fields.ts';
import { foreignWord } from '../foreign-names.ts';
import type { OutputDraft } from '../format.ts';
import { nativeCall } from '../renamed-format.ts';
import { withOutputText } from '../replace-texts.ts';
import { isGeminiResponse, modelRequest, responseText } from './messages.ts';
import { geminiTools } from './tools.ts';

interface Reading {
  readonly event: HookEvent;
  readonly draft: OutputDraft;
  readonly warnings: string[];
}

/** Parts of `hookSpecificOutput`: the permit that their event needs, and how they are read. False = it is of another type. */
const parts: Readonly<
  Record<string, { readonly permit: Permit; readonly read: (value: JsonValue, reading: Reading) => boolean }>
> = {
  tool_input: { permit: 'input', read: readInput },
  additionalContext: {
    permit: 'context',
    read(value, { draft }) {
      if (typeof value !== 'string') return false;
      if (value !== '') draft.context = [value];
      return true;
    },
  },
  llm_request: { permit: 'hint', read: readRequest },
  llm_response: { permit: 'output', read: readResponse },
  toolConfig: { permit: 'tools', read: readToolConfig },
};

/** Parts that Gemini CLI honors and no other agent has. */
const UNHONORED: Readonly<Record<string, string>> = {
  tailToolCallRequest: 'no agent here calls a second tool for a hook',
  clearContext: 'a hook cannot clear the context',
};

const TOP = [
  'continue',
  'stopReason',
  'suppressOutput',
  'systemMessage',
  'decision',
  'reason',
  'hookSpecificOutput',
];

/**
 * Reads an output by Gemini CLI's rules: a wrong type or a key of another event counts for nothing, with a warning. `allow` lets the call
 * proceed and approves nothing.
 */
export function readGeminiOutput(document: JsonValue, event: HookEvent): OutputReading {
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const reading: Reading = { event, draft: {}, warnings: [] };
  const { warnings, draft } = reading;
  for (const key of Object.keys(document).filter((name) => !TOP.includes(name)))
    warnings.push(`\`${key}\` has no effect in an output`);
  const { systemMessage, suppressOutput, hookSpecificOutput: specific } = document;
  if (typeof systemMessage === 'string' && systemMessage !== '') draft.userMessages = [systemMessage];
  if (suppressOutput === true) draft.suppressOutput = true;
  if (isJsonObject(specific)) readParts(specific, reading);
  else if (specific !== undefined) warnings.push('`hookSpecificOutput` must be an object');
  readFlow(document, reading);
  return { output: draft, warnings };
}

function readParts(specific: JsonObject, reading: Reading): void {
  const { event, warnings } = reading;
  const name = foreignWord('gemini', event.hook_event_name) ?? event.hook_event_name;
  for (const [key, value] of Object.entries(specific)) {
    if (key === 'hookEventName' || value === undefined || value === null) continue;
    const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
    const why = Object.hasOwn(UNHONORED, key) ? UNHONORED[key] : undefined;
    if (why !== undefined) warnings.push(`\`${key}\` has no effect: ${why}`);
    else if (part === undefined || !isPartOf(key, part.permit, event))
      warnings.push(
        key === 'llm_response'
          ? `\`${key}\` has no effect at ${name}: a hook cannot take the place of the model`
          : `\`${key}\` has no effect at ${name}`,
      );
    else if (!part.read(value, reading)) warnings.push(`\`${key}\` has another type, so it has no effect`);
  }
}

/** Before a tool Gemini CLI takes no context; a response exists only after a model call. */
function isPartOf(key: string, permit: Permit, { hook_event_name: event }: HookEvent): boolean {
  if (key === 'additionalContext' && event === 'PreToolUse') return false;
  if (key === 'llm_response' && event !== 'PostModelCall') return false;
  return permits(event, permit);
}

/** The decision and `continue`, which notifications ignore. */
function readFlow({ decision, reason, continue: proceeds, stopReason }: JsonObject, reading: Reading): void {
  const { event, draft, warnings } = reading;
  const { kind } = eventRow(event.hook_event_name);
  const text = [stopReason, reason].find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined;
  const denies = decision === 'deny' || decision === 'block';
  if (kind === 'notification') {
    if (denies || proceeds === false) warnings.push('a decision has no effect at this event');
    return;
  }
  if (decision === 'ask')
    Object.assign(draft, { decision: 'ask', ...(text === undefined ? {} : { reason: text }) });
  if (denies) Object.assign(draft, denied(text ?? 'No reason provided', event));
  if (proceeds !== false) return;
  draft.halt = { reason: text ?? null };
  if (kind === 'before') Object.assign(draft, { decision: 'block', reason: text ?? 'stopped by a hook' });
}

/** Before the fact it is a block, after it the reason replaces the result, at the end of a turn it is the next prompt. */
function denied(reason: string, event: HookEvent): HookOutput {
  const { kind } = eventRow(event.hook_event_name);
  if (kind === 'before') return { decision: 'block', reason };
  if (kind === 'stop') return { followUps: [reason] };
  return { output: withOutputText(toolOutputOf(event), reason) };
}

/** It is merged into the arguments of the call. */
function readInput(value: JsonValue, { event, draft }: Reading): boolean {
  if (!isJsonObject(value)) return false;
  const { tool_name: tool = '', tool_input: current = {} } = event;
  const shown = nativeCall(geminiTools, event)?.input ?? current;
  draft.input = geminiTools.inputBack(tool, current, { ...shown, ...value });
  return true;
}

/** Messages that it adds are a hint. Nothing else of the request can be changed. */
function readRequest(value: JsonValue, { event, draft, warnings }: Reading): boolean {
  if (!isJsonObject(value)) return false;
  const shown = modelRequest(event);
  const before = shown['messages'] as readonly JsonValue[];
  const messages = (Array.isArray(value['messages']) ? value['messages'] : before) as readonly JsonValue[];
  const isLonger = isSameJson(messages.slice(0, before.length), before);
  const added = isLonger ? messages.slice(before.length) : [];
  const texts = added.map((message) => (isJsonObject(message) ? message['content'] : message));
  if (texts.length > 0 && areTexts(texts)) draft.hint = texts.join('\n\n');
  const unhonored = Object.keys(value).filter(
    (key) => key !== 'messages' && !isSameJson(value[key], shown[key]),
  );
  if (!isLonger) unhonored.unshift('messages');
  if (unhonored.length > 0)
    warnings.push(`\`llm_request\` can only add messages; \`${unhonored.join('`, `')}\` stays as it is`);
  return true;
}

function readResponse(value: JsonValue, { event, draft }: Reading): boolean {
  if (!isJsonObject(value)) return false;
  const current = toolOutputOf(event);
  draft.output = isGeminiResponse(current)
    ? { ...current, ...value }
    : withOutputText(current, responseText(value));
  return true;
}

/** `mode: NONE` takes every tool away, a list all unhonored; that a tool must be called is no part of a decision. */
function readToolConfig(value: JsonValue, { event, draft, warnings }: Reading): boolean {
  if (!isJsonObject(value)) return false;
  const { mode, allowedFunctionNames: allowed } = value;
  const offered = (event['tools'] ?? []) as readonly JsonValue[];
  if (mode === 'ANY') warnings.push('`mode: ANY` has no effect: a hook cannot make the model call a tool');
  if (mode === 'NONE') draft.tools = [];
  else if (Array.isArray(allowed) && allowed.length > 0)
    draft.tools = offered.filter((tool) => namesOf(tool).some((name) => allowed.includes(name)));
  return true;
}

/** The names of an offered tool: as it is offered, and in Gemini's words. */
function namesOf(tool: JsonValue): readonly string[] {
  const name = isJsonObject(tool) ? tool['name'] : tool;
  return typeof name === 'string' ? [name, geminiTools.toNative(name, {}).name] : [];
}
