import type { HookEvent } from '../../events/event.ts';
import type { EventName } from '../../events/events.ts';
import type { OutputReading } from '../../events/hook-output.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { textOf, toolOutputOf } from '../fields.ts';
import type { OutputDraft } from '../format.ts';
import { withOutputText } from '../replace-texts.ts';
import { copilotTools } from './tools.ts';

interface Reading {
  readonly event: HookEvent;
  readonly output: JsonObject;
  readonly draft: OutputDraft;
}

/** Reads the value of one key; false = it is of another type. */
type ReadKey = (value: JsonValue, reading: Reading) => boolean;

const nothing: ReadKey = () => true;

const DECISIONS: Readonly<Record<string, 'block' | 'ask' | 'allow'>> = {
  deny: 'block',
  ask: 'ask',
  allow: 'allow',
};

/** The decision under one key, with its reason under another. */
function decide(value: JsonValue, reasonKey: string, { output, draft }: Reading): boolean {
  const decision =
    typeof value === 'string' && Object.hasOwn(DECISIONS, value) ? DECISIONS[value] : undefined;
  if (decision === undefined) return false;
  const reason = textOf(output[reasonKey]);
  Object.assign(draft, { decision, ...(reason === '' ? {} : { reason }) });
  return true;
}

const interrupt: ReadKey = (value, { output, draft }) => {
  if (value === true && output['behavior'] === 'deny')
    draft.halt = { reason: textOf(output['message']) || null };
  return typeof value === 'boolean';
};

const input: ReadKey = (value, { event, draft }) => {
  if (!isJsonObject(value)) return false;
  draft.input = copilotTools.inputBack(event.tool_name ?? '', event.tool_input ?? {}, value);
  return true;
};

/** In the shape that the host's result has. */
const result: ReadKey = (value, { event, draft }) => {
  if (!isJsonObject(value)) return false;
  const current = toolOutputOf(event);
  const isOwn = isJsonObject(current) && current['textResultForLlm'] !== undefined;
  draft.output = isOwn
    ? { ...current, ...value }
    : withOutputText(current, textOf(value['textResultForLlm']));
  return true;
};

const context: ReadKey = (value, { draft }) => {
  if (typeof value === 'string' && value !== '') draft.context = [value];
  return typeof value === 'string';
};

const sendsBack: ReadKey = (value, { output, draft }) => {
  if (value === 'block') draft.followUps = [textOf(output['reason']) || 'blocked without a reason'];
  return value === 'block' || value === 'allow';
};

const blocksPrompt: ReadKey = (value, { output, draft }) => {
  const reason = textOf(output['reason']);
  if (value === 'block') Object.assign(draft, { decision: 'block', ...(reason === '' ? {} : { reason }) });
  return value === 'block' || value === 'allow';
};

const atStop = { decision: sendsBack, reason: nothing };

/** What each event takes. Source: GitHub's hooks reference of 2026-11, and 1.0.102 as it ran. */
const takes: Readonly<Partial<Record<EventName, Readonly<Record<string, ReadKey>>>>> = {
  SessionStart: { additionalContext: context },
  UserPromptSubmit: { decision: blocksPrompt, reason: nothing, additionalContext: context },
  PreToolUse: {
    permissionDecision: (value, reading) => decide(value, 'permissionDecisionReason', reading),
    permissionDecisionReason: nothing,
    modifiedArgs: input,
  },
  PermissionRequest: {
    behavior: (value, reading) => decide(value, 'message', reading),
    message: nothing,
    interrupt,
  },
  PostToolUse: { modifiedResult: result, additionalContext: context },
  PostToolUseFailure: { additionalContext: context },
  Stop: atStop,
  SubagentStop: atStop,
  SubagentStart: { additionalContext: context },
  Notification: { additionalContext: context },
};

/** Reads an output by the table of its event. A key that the event does not have, and one of another type, has no effect. */
export function readCopilotOutput(document: JsonValue, event: HookEvent): OutputReading {
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const reading: Reading = { event, output: document, draft: {} };
  const warnings: string[] = [];
  const keys = takes[event.hook_event_name] ?? {};
  for (const [key, value] of Object.entries(document)) {
    if (value === undefined || value === null) continue;
    const read = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (read === undefined) warnings.push(`\`${key}\` has no effect at ${event.hook_event_name}`);
    else if (!read(value, reading)) warnings.push(`\`${key}\` has another type, so it has no effect`);
  }
  return { output: reading.draft, warnings };
}
