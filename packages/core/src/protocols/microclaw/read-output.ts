import type { HookEvent } from '../../events/event.ts';
import { type EventName, eventRow } from '../../events/events.ts';
import type { OutputReading } from '../../events/hook-output.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { toolOutputOf } from '../fields.ts';
import type { OutputDraft } from '../format.ts';
import { withOutputText } from '../replace-texts.ts';
import { microclawTools } from './tools.ts';

interface Reading {
  readonly event: HookEvent;
  readonly draft: OutputDraft;
  readonly warnings: string[];
}

/** What a `patch` may contain, and where. A wrong type is ignored with a warning, as in MicroClaw. */
const patches: Readonly<
  Record<
    string,
    {
      readonly events: readonly EventName[];
      readonly expects: string;
      readonly read: (value: JsonValue, reading: Reading) => boolean;
    }
  >
> = {
  system_prompt: {
    events: ['PreModelCall'],
    expects: 'the prompt with something appended',
    read: readPrompt,
  },
  tool_input: {
    events: ['PreToolUse'],
    expects: 'an object',
    read(value, { event, draft }) {
      if (!isJsonObject(value)) return false;
      draft.input = microclawTools.inputBack(event.tool_name ?? '', event.tool_input ?? {}, value);
      return true;
    },
  },
  content: {
    events: ['PostToolUse', 'PostToolUseFailure'],
    expects: 'a string',
    read(value, { event, draft }) {
      if (typeof value !== 'string') return false;
      draft.output = withOutputText(toolOutputOf(event), value);
      return true;
    },
  },
};

/** Fields of a result that only MicroClaw has: its hooks may hand them back. */
const OWN_FIELDS = ['is_error', 'error_type', 'status_code'];

const KEYS = ['action', 'reason', 'patch'];

/** `{action, reason, patch}`. Source: what MicroClaw 0.5.0 reads. */
export function readMicroclawOutput(document: JsonValue, event: HookEvent): OutputReading {
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const reading: Reading = { event, draft: {}, warnings: [] };
  const { action = 'allow' } = document;
  const word = typeof action === 'string' ? action.trim().toLowerCase() : '';
  for (const key of Object.keys(document).filter((name) => !KEYS.includes(name)))
    reading.warnings.push(`\`${key}\` has no effect in an output`);
  if (document['patch'] !== undefined && word !== 'modify')
    reading.warnings.push('`patch` counts beside `"action": "modify"` only');
  if (word === 'block') readBlock(document, reading);
  else if (word === 'modify') readPatch(document, reading);
  else if (word !== 'allow' && word !== '') {
    reading.warnings.push('`action` is none of allow, block and modify, so it allows');
  }
  return { output: reading.draft, warnings: reading.warnings };
}

/** A block of a result is feedback: the tool has run. */
function readBlock({ reason }: JsonObject, { event, draft }: Reading): void {
  const text = typeof reason === 'string' ? reason.trim() : '';
  if (eventRow(event.hook_event_name).kind === 'after') {
    draft.feedback = text === '' ? 'a hook objects to this result' : text;
    return;
  }
  draft.decision = 'block';
  if (text !== '') draft.reason = text;
}

function readPatch({ patch }: JsonObject, reading: Reading): void {
  if (!isJsonObject(patch)) {
    reading.warnings.push('`modify` without a `patch` changes nothing');
    return;
  }
  for (const [key, value] of Object.entries(patch)) {
    const row = Object.hasOwn(patches, key) ? patches[key] : undefined;
    if (value === undefined || OWN_FIELDS.includes(key)) continue;
    if (row === undefined || !row.events.includes(reading.event.hook_event_name)) {
      reading.warnings.push(`\`patch.${key}\` has no effect here`);
    } else if (!row.read(value, reading)) {
      reading.warnings.push(`\`patch.${key}\` must be ${row.expects}, so it changes nothing`);
    }
  }
}

/** Only an addition to the prompt counts; a replacement would be a free edit (G9). */
function readPrompt(value: JsonValue, { event, draft }: Reading): boolean {
  const before = typeof event['system_prompt'] === 'string' ? event['system_prompt'] : '';
  if (typeof value !== 'string' || !value.startsWith(before)) return false;
  const hint = value.slice(before.length).trim();
  if (hint !== '') draft.hint = hint;
  return true;
}
