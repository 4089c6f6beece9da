import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import { type EventName, fieldNames } from '../../events/events.ts';
import { isJsonObject, type JsonObject } from '../../events/json.ts';
import { catalogueFields, pick, textOf, timeOf } from '../fields.ts';
import type { Format, PartialEvent } from '../format.ts';
import { openclawWord, splitWord } from './names.ts';
import { readOpenclawOutput } from './read-output.ts';

/** The author of a message in OpenClaw; here always the user of the agent. */
const USER = 'user';

/** What the context of one of OpenClaw's events has beside `sessionId` and `workspaceDir`. */
type Context = (event: HookEvent) => JsonObject;

const session: Context = (event) => ({
  sessionEntry: { sessionId: event.session_id, ...sessionFile(event) },
  ...sessionFile(event),
  commandSource: event.agent.name,
  ...pick(event, ['source', 'reason']),
});

const compaction: Context = (event) => ({ missingSessionKey: false, ...pick(event, ['trigger']) });

const channel: Context = (event) => ({
  channelId: event.agent.name,
  conversationId: event.session_id,
  messageId: event.event_id,
});

/** By the name of the event. Source: OpenClaw's documentation of its hooks, "Event context". */
const contexts: Readonly<Record<string, Context>> = {
  'agent:bootstrap': (event) => ({
    sessionKey: event.session_id,
    agentId: event.invoked_by,
    // What the agent reads by itself is its own affair; what a hook adds is read beside it.
    bootstrapFiles: [],
    ...pick(event, ['source']),
  }),
  'command:new': session,
  'command:reset': session,
  'command:stop': session,
  'session:auto-reset': session,
  'gateway:startup': (event) => pick(event, ['trigger']),
  'message:received': (event) => ({
    ...channel(event),
    from: USER,
    content: textOf(event['prompt']),
    timestamp: timeOf(event.event_id),
  }),
  'message:sent': (event) => ({
    ...channel(event),
    to: USER,
    content: textOf(event['last_assistant_message']),
    success: true,
  }),
  'session:compact:before': compaction,
  'session:compact:after': (event) => ({
    ...compaction(event),
    ...(typeof event['summary'] === 'string' ? { summaryLength: event['summary'].length } : {}),
  }),
};

/** Where the fields of our events are found again, by our name for them. */
const fieldOf: Readonly<Partial<Record<EventName, Readonly<Record<string, string>>>>> = {
  UserPromptSubmit: { prompt: 'content' },
  Stop: { last_assistant_message: 'content' },
};

/** OpenClaw's handlers: functions that get an event and change it. */
export const openclaw: Format = {
  id: 'openclaw',
  readEvent(native: JsonObject, event: EventName): PartialEvent {
    const context = isJsonObject(native['context']) ? native['context'] : {};
    const fields = fieldNames(event).map((name) => [name, context[fieldOf[event]?.[name] ?? name]] as const);
    return {
      hook_event_name: event,
      session_id: native['sessionKey'],
      ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
      ...(typeof context['workspaceDir'] === 'string' ? { project_dir: context['workspaceDir'] } : {}),
      ...(typeof context['sessionFile'] === 'string' ? { transcript_path: context['sessionFile'] } : {}),
    };
  },
  writeEvent(event: HookEvent, name: string): JsonObject {
    const word = openclawWord(event, name);
    const context = Object.hasOwn(contexts, word) ? contexts[word] : catalogueFields;
    return {
      ...splitWord(word),
      sessionKey: event.session_id,
      timestamp: new Date(timeOf(event.event_id)).toISOString(),
      messages: [],
      context: {
        workspaceDir: event.project_dir,
        sessionId: event.session_id,
        ...context?.(event),
      },
    };
  },
  readOutput: readOpenclawOutput,
  /** It can notify the user, and nothing else. */
  writeDecision({ userMessages }: Decision): JsonObject | null {
    return userMessages.length > 0 ? { messages: userMessages } : null;
  },
};

function sessionFile({ transcript_path: path }: HookEvent): JsonObject {
  return typeof path === 'string' ? { sessionFile: path } : {};
}
