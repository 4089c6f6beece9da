import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import { eventNames } from '@hookmd/core/internal/protocol/events';
import { findForeignName, foreignNames } from '@hookmd/core/internal/wires/foreign-names';
import { isEventName } from '@hookmd/core/protocol';

/** The canonical events a name stands for. Throws EVENT_NOT_FOUND. */
export function eventsNamed(name: string): readonly string[] {
  if (isEventName(name)) return [name];
  const foreign = findForeignName(name);
  if (foreign !== undefined) return foreign.events;
  const suggestion = didYouMean(name, [...eventNames, ...foreignNames.map((row) => row.name)]);
  throw new HookError('EVENT_NOT_FOUND', { name, suggestion });
}
