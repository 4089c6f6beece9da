import { defineHook, type EventName, type EventPayload, type JsonObject } from '@hookmd/sdk';
import { appendLine } from './bounded-file.ts';

const MAX_BYTES = 5_000_000;
const MAX_FULL_FILES = 4;
const MAX_SUBJECT = 300;
const MAX_REASON = 300;
const MAX_NAME = 100;

export const sessionStart = audit('SessionStart');
export const prompt = audit('UserPromptSubmit');
export const beforeTool = audit('PreToolUse');
export const afterTool = audit('PostToolUse');
export const afterFailure = audit('PostToolUseFailure');
export const stop = audit('Stop');
export const sessionEnd = audit('SessionEnd');

/** A hook that writes one line and returns no decision. */
function audit<E extends EventName>(on: E) {
  return defineHook({
    on,
    run(event, { env }) {
      appendLine(JSON.stringify(lineOf(event)), {
        directory: env['HOOK_DATA_DIR'],
        name: 'audit',
        maxBytes: MAX_BYTES,
        maxFullFiles: MAX_FULL_FILES,
      });
    },
  });
}

/** The parts of an event that a line contains. */
interface Seen
  extends Pick<EventPayload<EventName>, 'session_id' | 'agent' | 'decision' | 'hook_event_name'> {
  readonly tool_name?: string;
  readonly tool_input?: JsonObject;
  readonly tool?: EventPayload<'PreToolUse'>['tool'];
  readonly prompt?: string;
  readonly source?: string;
  readonly reason?: string;
}

function lineOf(event: Seen) {
  const { session_id, agent, hook_event_name, tool_name, decision } = event;
  return {
    time: new Date().toISOString(),
    session: cut(session_id, MAX_NAME),
    agent: cut(agent?.name, MAX_NAME),
    event: hook_event_name,
    tool: cut(tool_name, MAX_NAME),
    subject: cut(subjectOf(event), MAX_SUBJECT),
    decision: decision?.decision ?? null,
    reason: cut(decision?.reason, MAX_REASON),
    decidedBy: decision?.decidedBy ?? [],
    changed: decision?.changed ?? [],
  };
}

/** The command, paths, prompt or similar of the event, as one string. */
function subjectOf({ tool, tool_input: input, prompt, source, reason }: Seen): unknown {
  if (tool === undefined) return prompt ?? source ?? reason;
  const { command, paths } = tool;
  if (command !== null) return command;
  if (paths.length > 0) return paths.join(' ');
  return input?.['url'] ?? input?.['pattern'] ?? input?.['query'] ?? JSON.stringify(input);
}

function cut(text: unknown, length: number): string | null {
  if (typeof text !== 'string') return null;
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
