import type { HookEvent } from '../../events/event.ts';
import { foreignRows, foreignWord } from '../foreign-names.ts';

/** How a session ended that continues as a new one, by the agents' names; every other end is a stop. */
const RESETS = ['clear', 'new', 'reset'];

/**
 * The full name of the event for a hook: for a family such as `command`, its member for this event. An event without a name in
 * OpenClaw keeps its own.
 */
export function openclawWord(event: HookEvent, name: string): string {
  const current = event.hook_event_name;
  if (name === current) return foreignWord('openclaw', current) ?? name;
  const words = foreignRows(name).filter((row) => row.events.includes(current));
  const isReset = RESETS.includes(String(event['reason']));
  const chosen = isReset ? words.find((row) => row.name.endsWith(':reset')) : words.at(-1);
  return (chosen ?? words[0])?.name ?? name;
}

/** `session:compact:before` is the action `compact:before` of the type `session`. */
export function splitWord(term: string): { readonly type: string; readonly action: string } {
  const [type = term, ...action] = term.split(':');
  return { type, action: action.join(':') };
}
