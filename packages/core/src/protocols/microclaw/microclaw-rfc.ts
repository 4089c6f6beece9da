import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import { type EventName, isToolEvent } from '../../events/events.ts';
import type { OutputReading } from '../../events/hook-output.ts';
import { areTexts, isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../events/json.ts';
import { catalogueFields, pick, toolOutputOf } from '../fields.ts';
import { foreignWord } from '../foreign-names.ts';
import type { Format, OutputDraft, PartialEvent } from '../format.ts';
import { redactPaths } from '../replace-texts.ts';
import { microclawTools } from './tools.ts';

const MODEL_FIELDS = ['provider', 'model', 'iteration', 'tool_count', 'messages'];

/**
 * MicroClaw's RFC 0002: a block is an exit code, so an output only changes things. The RFC describes the facts of a payload and
 * does not name its keys.
 */
export const microclawRfc: Format = {
  id: 'microclaw-rfc',
  readEvent(native: JsonObject, event: EventName): PartialEvent {
    const { session_key, channel, tool_name, arguments: given, result, error } = native;
    const call =
      typeof tool_name === 'string'
        ? microclawTools.toCanonical(tool_name, isJsonObject(given) ? given : {})
        : null;
    return {
      ...pick(native, MODEL_FIELDS),
      hook_event_name: event,
      ...(session_key === undefined ? {} : { session_id: session_key }),
      ...(channel === undefined ? {} : { channel }),
      ...(call === null ? {} : { tool_name: call.name, tool_input: call.input }),
      ...(result === undefined ? {} : { tool_response: result }),
      ...(error === undefined ? {} : { error }),
    };
  },
  writeEvent(event: HookEvent, name: string): JsonObject {
    const fields = isToolEvent(event.hook_event_name) ? toolFields(event) : catalogueFields(event);
    return { event: wordFor(event, name), ...fields };
  },
  readOutput: readMicroclawRfcOutput,
  writeDecision(decision: Decision, event: HookEvent): JsonObject | null {
    const output: Record<string, JsonValue> = {};
    if (decision.changed.length > 0 && decision.input !== null) {
      output['arguments'] = microclawTools.toNative(event.tool_name ?? '', decision.input).input;
    }
    if (decision.hints.length > 0) output['hint'] = decision.hints.join('\n\n');
    if (decision.output !== null) output['result'] = decision.output;
    return Object.keys(output).length > 0 ? output : null;
  },
};

function toolFields(event: HookEvent): JsonObject {
  const call = microclawTools.toNative(event.tool_name ?? '', event.tool_input ?? {});
  return {
    tool_name: call.name,
    arguments: call.input,
    session_key: event.session_id,
    channel: channelOf(event),
    ...pick({ result: event['tool_response'], error: event['error'] }, ['result', 'error']),
  };
}

function channelOf(event: HookEvent): JsonValue {
  return (event['channel'] as JsonValue | undefined) ?? { name: event.agent.name };
}

/** Source: RFC 0002, "modify constraints v1". */
function readMicroclawRfcOutput(document: JsonValue, event: HookEvent, name: string): OutputReading {
  const word = wordFor(event, name);
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const output: OutputDraft = {};
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(document)) {
    const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
    if (value === undefined || value === null) continue;
    if (part === undefined || !part.events.includes(event.hook_event_name)) {
      warnings.push(`\`${key}\` has no effect at ${word}; exit 1 with a reason on stderr blocks`);
      continue;
    }
    const error = part.read(value, { event, output, warnings });
    if (error !== null) return { error: `\`${key}\` must be ${error}` };
  }
  return { output, warnings };
}

interface Reading {
  readonly event: HookEvent;
  readonly output: OutputDraft;
  readonly warnings: string[];
}

interface Part {
  readonly events: readonly EventName[];
  /** What was expected, null = it fits. */
  readonly read: (value: JsonValue, reading: Reading) => string | null;
}

function readOutput(value: JsonValue, { output }: Reading): null {
  output.output = value;
  return null;
}

const parts: Readonly<Record<string, Part>> = {
  hint: {
    events: ['PreModelCall'],
    read(value, { output }) {
      if (typeof value !== 'string') return 'a string';
      output.hint = value;
      return null;
    },
  },
  redact: {
    events: ['PreModelCall', 'PostToolUse', 'PostToolUseFailure'],
    read(value, { event, output, warnings }) {
      if (!areTexts(value)) return 'a list of paths such as "headers.token"';
      if (event.hook_event_name === 'PreModelCall') {
        output.redact = value;
        return null;
      }
      const toolOutput = toolOutputOf(event);
      for (const path of value.filter((name) => isSameJson(redactPaths(toolOutput, [name]), toolOutput)))
        warnings.push(`\`redact\`: nothing to redact under \`${path}\``);
      output.output = redactPaths(toolOutput, value);
      return null;
    },
  },
  arguments: {
    events: ['PreToolUse'],
    read(value, { event, output }) {
      if (!isJsonObject(value)) return 'an object';
      output.input = microclawTools.inputBack(event.tool_name ?? '', event.tool_input ?? {}, value);
      return null;
    },
  },
  result: { events: ['PostToolUse'], read: readOutput },
  error: { events: ['PostToolUseFailure'], read: readOutput },
};

function wordFor(event: HookEvent, name: string): string {
  return event.hook_event_name === name ? (foreignWord('microclaw', event.hook_event_name) ?? name) : name;
}
