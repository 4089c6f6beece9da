import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import { type EventName, fieldNames } from '../../events/events.ts';
import { isJsonObject, type JsonObject } from '../../events/json.ts';
import { catalogueFields, pick, textOf, timeOf, toolOutputOf } from '../fields.ts';
import { foreignWord } from '../foreign-names.ts';
import type { Format, PartialEvent } from '../format.ts';
import { changedInput, nativeCall } from '../renamed-format.ts';
import { outputText } from '../replace-texts.ts';
import { readOpencodeOutput } from './read-output.ts';
import { opencodeTools } from './tools.ts';

/** The two arguments of a hook, of which it may change the second. */
interface Arguments {
  readonly input: JsonObject;
  readonly output: JsonObject;
}

/** Hooks with arguments of their own; every other name is a type of event, for the hook `event`. Source: @opencode-ai/plugin 1.18.33. */
const hooks: Readonly<Record<string, (event: HookEvent) => Arguments>> = {
  'tool.execute.before': (event) => {
    const { name, input } = callOf(event);
    return { input: { tool: name, ...idsOf(event) }, output: { args: input } };
  },
  'tool.execute.after': (event) => {
    const { name, input } = callOf(event);
    return { input: { tool: name, ...idsOf(event), args: input }, output: resultOf(event) };
  },
  'permission.ask': (event) => ({ input: permissionOf(event), output: { status: 'ask' } }),
  'chat.message': (event) => {
    const ids = { sessionID: event.session_id, messageID: event.event_id };
    const part = { id: `${event.event_id}-0`, ...ids, type: 'text', text: textOf(event['prompt']) };
    const time = { created: timeOf(event.event_id) };
    const message = { id: event.event_id, sessionID: event.session_id, role: 'user', time };
    return { input: ids, output: { message, parts: [part] } };
  },
};

/** Properties of the types of events that a plugin can get here. */
const properties: Readonly<Record<string, (event: HookEvent) => JsonObject>> = {
  'session.created': (event) => ({ info: sessionOf(event), ...pick(event, ['source']) }),
  'session.deleted': (event) => ({ info: sessionOf(event), ...pick(event, ['reason']) }),
  'session.status': ({ session_id: id }) => ({ sessionID: id, status: { type: 'idle' } }),
  'session.error': (event) => ({
    sessionID: event.session_id,
    error: {
      name: textOf(event['error_type']) || 'UnknownError',
      data: { message: textOf(event['error']) },
    },
  }),
  'file.edited': (event) => ({ file: event.tool?.paths[0] ?? '' }),
  'permission.asked': permissionOf,
  'permission.updated': permissionOf,
};

/** Plugins of OpenCode: functions that get two objects, and change the second one or throw. */
export const opencode: Format = {
  id: 'opencode',
  readEvent(native: JsonObject, event: EventName): PartialEvent {
    const { input, output } = native as unknown as Arguments;
    const inner = (isJsonObject(input['event']) ? input['event']['properties'] : input) as JsonObject;
    const { name, args } = { name: input['tool'], args: output?.['args'] ?? input['args'] };
    const call =
      typeof name === 'string' ? opencodeTools.toCanonical(name, isJsonObject(args) ? args : {}) : null;
    const session = inner['sessionID'] ?? (inner['info'] as JsonObject | undefined)?.['id'];
    return {
      hook_event_name: event,
      session_id: session,
      project_dir: native['directory'],
      ...pick(inner, fieldNames(event)),
      ...(call === null ? {} : { tool_name: call.name, tool_input: call.input }),
      ...(input['callID'] === undefined ? {} : { tool_use_id: input['callID'] }),
    };
  },
  writeEvent(event: HookEvent, name: string): JsonObject {
    const word =
      name === event.hook_event_name ? (foreignWord('opencode', event.hook_event_name) ?? name) : name;
    const directories = { directory: event.project_dir, worktree: event.project_dir };
    const given = Object.hasOwn(hooks, word) ? hooks[word]?.(event) : undefined;
    if (given !== undefined) return { hook: word, ...directories, ...given };
    const known = Object.hasOwn(properties, word) ? properties[word]?.(event) : undefined;
    const fields = known ?? { sessionID: event.session_id, ...catalogueFields(event) };
    return { hook: 'event', ...directories, input: { event: { type: word, properties: fields } } };
  },
  subjects({ tool }, name) {
    if (name !== 'file.edited') return undefined;
    const isEdit = tool !== undefined && /^(?:edit|write)$/.test(tool.kind) && tool.paths.length > 0;
    return isEdit ? undefined : null;
  },
  readOutput: readOpencodeOutput,
  writeDecision(decision: Decision, event: HookEvent): JsonObject | null {
    const input = changedInput(decision);
    const args = input === null ? undefined : callOf({ ...event, tool_input: input } as HookEvent).input;
    const text = decision.output === null ? undefined : outputText(decision.output);
    const reply: JsonObject = {
      ...(decision.decision === 'block' ? { thrown: decision.reason || 'blocked by a hook' } : {}),
      ...(args === undefined && text === undefined
        ? {}
        : { output: args === undefined ? { output: text } : { args } }),
    };
    return Object.keys(reply).length > 0 ? reply : null;
  },
};

function callOf(event: HookEvent): { readonly name: string; readonly input: JsonObject } {
  const call = nativeCall(opencodeTools, event, ({ server, tool }) => `${server}_${tool}`);
  return call ?? { name: '', input: {} };
}

function idsOf(event: HookEvent): JsonObject {
  return { sessionID: event.session_id, callID: textOf(event['tool_use_id']) };
}

/** The result of a tool as OpenCode has it; that of another agent by its text. */
function resultOf(event: HookEvent): JsonObject {
  const response = toolOutputOf(event);
  const isOwn = isJsonObject(response) && typeof response['title'] === 'string';
  return isOwn ? response : { title: '', output: outputText(response), metadata: {} };
}

function permissionOf(event: HookEvent): JsonObject {
  const { name, input } = callOf(event);
  const pattern = event.tool?.command ?? event.tool?.paths[0];
  return {
    id: event.event_id,
    type: name,
    permission: name,
    ...(pattern === undefined ? {} : { pattern, patterns: [pattern] }),
    ...idsOf(event),
    messageID: '',
    title: pattern ?? name,
    metadata: input,
    time: { created: timeOf(event.event_id) },
  };
}

function sessionOf(event: HookEvent): JsonObject {
  const time = timeOf(event.event_id);
  return {
    id: event.session_id,
    projectID: event.project_dir,
    directory: event.project_dir,
    title: '',
    version: event.agent.version ?? '',
    time: { created: time, updated: time },
  };
}
