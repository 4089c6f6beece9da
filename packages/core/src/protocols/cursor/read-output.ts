import type { HookEvent } from '../../events/event.ts';
import { eventRow, isToolEvent } from '../../events/events.ts';
import type { OutputReading } from '../../events/hook-output.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { toolOutputOf } from '../fields.ts';
import type { OutputDraft } from '../format.ts';
import { withOutputText } from '../replace-texts.ts';
import { cursorTools } from './tools.ts';

interface Reading {
  readonly event: HookEvent;
  readonly output: JsonObject;
  readonly draft: OutputDraft;
  readonly warnings: string[];
}

/** Reads the value of one key; false = it is of another type. */
type ReadKey = (value: JsonValue, reading: Reading) => boolean;

/** Older versions spell the messages otherwise. */
const OLD_KEYS: Readonly<Record<string, string>> = {
  userMessage: 'user_message',
  agentMessage: 'agent_message',
};

const permission: ReadKey = (value, { event, output, draft }) => {
  if (value === 'deny') Object.assign(draft, denied(reasonOf(output), event));
  else if (value === 'ask') Object.assign(draft, { decision: 'ask', reason: reasonOf(output) });
  else if (value === 'allow') draft.decision = 'allow';
  return value === 'deny' || value === 'ask' || value === 'allow';
};

/** Without a prompt of the user that it could spare, it lets the call proceed and approves nothing. */
const denialOnly: ReadKey = (value, reading) => value === 'allow' || permission(value, reading);

/** Older versions decide with `decision`: a denial is meant as one in every version, and nothing else counts. */
const oldDenial: ReadKey = (value, reading) => {
  if (value === 'deny') return permission(value, reading);
  reading.warnings.push('`decision` has no effect at preToolUse');
  return true;
};

const proceeds: ReadKey = (value, { output, draft }) => {
  if (value === false) Object.assign(draft, { decision: 'block', reason: reasonOf(output) });
  return typeof value === 'boolean';
};

const context: ReadKey = (value, { draft }) => {
  if (typeof value === 'string' && value !== '') draft.context = [value];
  return typeof value === 'string';
};

const followUp: ReadKey = (value, { draft }) => {
  if (typeof value === 'string' && value.trim() !== '') draft.followUps = [value];
  return typeof value === 'string';
};

const input: ReadKey = (value, { event, draft }) => {
  if (!isJsonObject(value)) return false;
  draft.input = cursorTools.inputBack(event.tool_name ?? '', event.tool_input ?? {}, value);
  return true;
};

const mcpOutput: ReadKey = (value, { event, draft, warnings }) => {
  if (event.tool?.mcp == null)
    warnings.push('`updated_mcp_tool_output` counts for tools of MCP servers only');
  else draft.output = value;
  return true;
};

/** The user sees it beside a denial; at a compaction it is all that counts. */
const message: ReadKey = (value, { event, draft, output }) => {
  const isDenial = output['permission'] === 'deny' || output['continue'] === false;
  const isShown = isDenial
    ? typeof output['agent_message'] === 'string'
    : !isToolEvent(event.hook_event_name);
  if (typeof value === 'string' && value !== '' && isShown) draft.userMessages = [value];
  return typeof value === 'string';
};

const nothing: ReadKey = () => true;
const gate = { permission, user_message: message, agent_message: nothing };

/** What each of Cursor's events takes. Source: its hooks page of 2026-08. */
const takes: Readonly<Record<string, Readonly<Record<string, ReadKey>>>> = {
  preToolUse: { ...gate, updated_input: input, decision: oldDenial, reason: nothing },
  beforeShellExecution: gate,
  beforeMCPExecution: gate,
  beforeReadFile: { ...gate, permission: denialOnly },
  subagentStart: { ...gate, permission: denialOnly },
  beforeSubmitPrompt: { continue: proceeds, user_message: message },
  postToolUse: { additional_context: context, updated_mcp_tool_output: mcpOutput },
  sessionStart: { additional_context: context, continue: nothing, user_message: nothing },
  stop: { followup_message: followUp },
  subagentStop: { followup_message: followUp },
  preCompact: { user_message: message },
};

/** Reads an output by the table of its event. A key that the event does not have, and one of another type, has no effect. */
export function readCursorOutput(document: JsonValue, event: HookEvent, word: string): OutputReading {
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const output = withNewKeys(document);
  const reading: Reading = { event, output, draft: {}, warnings: [] };
  const keys: Readonly<Record<string, ReadKey>> = Object.hasOwn(takes, word) ? (takes[word] ?? {}) : {};
  for (const [key, value] of Object.entries(output)) {
    if (value === undefined || value === null) continue;
    const read = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (read === undefined) reading.warnings.push(`\`${key}\` has no effect at ${word}`);
    else if (!read(value, reading)) reading.warnings.push(`\`${key}\` has another type, so it has no effect`);
  }
  return { output: reading.draft, warnings: reading.warnings };
}

function withNewKeys(output: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(output).map(([key, value]) => [
      Object.hasOwn(OLD_KEYS, key) ? (OLD_KEYS[key] ?? key) : key,
      value,
    ]),
  );
}

/** The text for the agent, else the one for the user, else that of older versions. */
function reasonOf({ agent_message: agent, user_message: user, reason }: JsonObject): string {
  const given = [agent, user, reason].find((text) => typeof text === 'string' && text !== '');
  return typeof given === 'string' ? given : 'blocked by a hook';
}

/** Of a file that was read the model sees the reason instead. */
function denied(reason: string, event: HookEvent): OutputDraft {
  if (eventRow(event.hook_event_name).kind !== 'after') return { decision: 'block', reason };
  return { output: withOutputText(toolOutputOf(event), reason) };
}
