import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { checkEvent } from '../events/check-event.ts';
import { EVENT_SCHEMA, type HookEvent } from '../events/event.ts';
import { type EventName, eventRow, type FieldKind, isToolEvent } from '../events/events.ts';
import { isJsonObject } from '../events/json.ts';
import { viewTool } from '../matching/tool-view.ts';
import type { PartialEvent } from '../protocols/format.ts';

/** Facts that the caller knows, for fields that the payload does not have. */
export interface EventFacts {
  readonly event: EventName;
  readonly eventId: string;
  readonly agent: string;
  readonly cwd: string;
  readonly projectDir: (cwd: string, given: string | null) => string;
}

export type Completion =
  | { readonly event: HookEvent; readonly warnings: readonly string[] }
  /** Every problem of the payload, a sentence each. */
  | { readonly problems: readonly string[] };

/** The value of an absent field: an agent of another version may not send it. */
const neutral: Readonly<Record<FieldKind, unknown>> = {
  string: '',
  'text?': null,
  number: 0,
  boolean: false,
  object: {},
  array: [],
  any: null,
  messages: [],
  usage: { input_tokens: 0, output_tokens: 0, current_context_window: 0, max_context_window: 0 },
  subagentStatus: 'completed',
  fileChange: 'change',
};

/**
 * Completes the event that a format has read: fills in missing fields, adds the view of the tool call, and validates every
 * field. A tool event without a tool name is invalid, because no hook could guard it.
 */
export function completeEvent(partial: PartialEvent, facts: EventFacts): Completion {
  const warnings: string[] = [];
  const cwd = existingDirectory(partial['cwd'], facts.cwd, warnings);
  const agent = isJsonObject(partial['agent']) ? partial['agent'] : {};
  const event: Record<string, unknown> = {
    schema: EVENT_SCHEMA,
    event_id: facts.eventId,
    turn_id: null,
    transcript_path: null,
    permission_mode: null,
    invoked_by: 'main',
    ...missingFields(partial, facts.event),
    ...withoutUndefined(partial),
    hook_event_name: facts.event,
    session_id: partial['session_id'] ?? 'local',
    cwd,
    project_dir: facts.projectDir(
      cwd,
      typeof partial['project_dir'] === 'string' ? partial['project_dir'] : null,
    ),
    agent: {
      name: facts.agent,
      version: typeof agent['version'] === 'string' ? agent['version'] : null,
      native_event: typeof agent['native_event'] === 'string' ? agent['native_event'] : facts.event,
    },
  };
  const hasTool = !isToolEvent(facts.event) || addTool(event, partial);
  const found = [...checkEvent(event), ...tooManyFiles(event)];
  // Without a tool there is no view of it either: reported once.
  const problems = hasTool ? found : withoutTool(found, event['tool_name']);
  return problems.length > 0 ? { problems } : { event: event as unknown as HookEvent, warnings };
}

function addTool(event: Record<string, unknown>, partial: PartialEvent): boolean {
  const name = partial['tool_name'];
  if (typeof name !== 'string' || name === '') return false;
  const nativeName = isJsonObject(partial['tool']) ? partial['tool']['native_name'] : undefined;
  event['tool'] = viewTool(name, typeof nativeName === 'string' ? nativeName : name, event['tool_input']);
  return true;
}

/** Hooks run for each file of a call, and the model chooses how many there are. */
const MAX_FILES = 500;

function tooManyFiles({ tool }: Record<string, unknown>): readonly string[] {
  const paths = isJsonObject(tool) && Array.isArray(tool['paths']) ? tool['paths'].length : 0;
  return paths > MAX_FILES ? [`\`tool_input\` names ${paths} files, more than ${MAX_FILES}`] : [];
}

function withoutTool(problems: readonly string[], name: unknown): readonly string[] {
  const remaining = problems.filter((problem) => !problem.startsWith('`tool` '));
  return name === '' ? ['`tool_name` is missing', ...remaining] : remaining;
}

function missingFields(partial: PartialEvent, name: EventName): Record<string, unknown> {
  const required = Object.entries(eventRow(name).fields).filter(([field]) => !field.endsWith('?'));
  return Object.fromEntries(
    required.filter(([field]) => partial[field] === undefined).map(([field, kind]) => [field, neutral[kind]]),
  );
}

function withoutUndefined(partial: PartialEvent): PartialEvent {
  return Object.fromEntries(Object.entries(partial).filter(([, value]) => value !== undefined));
}

function existingDirectory(given: unknown, fallback: string, warnings: string[]): string {
  if (typeof given !== 'string' || given === '') return fallback;
  const directory = isAbsolute(given) ? given : resolve(fallback, given);
  if (existsSync(directory)) return directory;
  warnings.push(`the directory ${directory} does not exist; ${fallback} is used as the working directory`);
  return fallback;
}
