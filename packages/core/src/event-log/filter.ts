import { isTrace, type JournalEntry } from './parse-line.ts';

/** Which entries of the journal are meant; all of it must hold. Nothing = every entry. */
export interface JournalFilter {
  /** Beginning of the trace id, of the span id or of the event id. */
  readonly id?: string | undefined;
  /** A hook by name or qualified name, asked or not. */
  readonly hook?: string | undefined;
  readonly events?: readonly string[] | undefined;
  /** Of what this agent has fired. */
  readonly agent?: string | undefined;
  /** ISO time in UTC. */
  readonly since?: string | undefined;
}

/** Whether a line can hold such an entry: looks at its text, so that most lines need no parsing. */
export function mayMatch({ id, hook, events, agent }: JournalFilter, line: string): boolean {
  return (
    (agent === undefined || line.includes(inQuotes(agent))) &&
    (id === undefined || line.includes(id)) &&
    (hook === undefined || line.includes(inQuotes(hook))) &&
    (events === undefined || events.some((event) => line.includes(inQuotes(event))))
  );
}

export function matches({ id, hook, events, agent, since }: JournalFilter, entry: JournalEntry): boolean {
  return (
    (agent === undefined || (isTrace(entry) && entry.agent === agent)) &&
    (id === undefined || idsOf(entry).some((one) => one.startsWith(id))) &&
    (hook === undefined || entry.hooks.some((run) => run.name === hook || run.qualifiedName === hook)) &&
    (events === undefined || events.includes(entry.event)) &&
    (since === undefined || entry.time >= since)
  );
}

function idsOf(entry: JournalEntry): readonly string[] {
  return isTrace(entry) ? [entry.traceId, entry.spanId, entry.eventId] : [entry.traceId, entry.spanId];
}

function inQuotes(text: string): string {
  return JSON.stringify(text);
}
