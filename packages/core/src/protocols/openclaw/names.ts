import type { HookEvent } from '../../events/event.ts';
import { foreignRows, foreignWord } from '../foreign-names.ts';

/** How a session ended that continues as a new one, by the agents' names; every other end is a stop. */
const RESETS = ['clear', 'new', 'reset'];

/**
 * The full name of the event for a hook: for a family such as `command`, its member for this event. An event without a name in
 * OpenClaw keeps its own.
 */
export function openclawWord(event: HookEvent, name: string): string {
  const eventName = event.hook_event_name;
  if (name === eventName) return foreignWord('openclaw', eventName) ?? name;
  const words = foreignRows(name).filter((row) => row.events.includes(eventName));
  const isReset = RESETS.includes(String(event['reason']));
  const chosen = isReset ? words.find((row) => row.name.endsWith(':reset')) : words.at(-1);
  return (chosen ?? words[0])?.name ?? name;
}

/** `session:compact:before` is the action `compact:before` of the type `session`. */
export function splitWord(word: string): { readonly type: string; readonly action: string } {
  const [type = word, ...action] = word.split(':');
  return { type, action: action.join(':') };
}
