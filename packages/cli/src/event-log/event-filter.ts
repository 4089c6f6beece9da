import { didYouMean, HookError } from '@hookmd/core/errors';
import { eventNames, isEventName } from '@hookmd/core/events';
import { findForeignName, foreignNames } from '@hookmd/core/protocols';

/** The canonical events of a name. Throws EVENT_NOT_FOUND. */
export function eventsNamed(name: string): readonly string[] {
  if (isEventName(name)) return [name];
  const foreign = findForeignName(name);
  if (foreign !== undefined) return foreign.events;
  const suggestion = didYouMean(name, [...eventNames, ...foreignNames.map((row) => row.name)]);
  throw new HookError('EVENT_NOT_FOUND', { name, suggestion });
}
