import { type Issue, issue } from '@hookmd/core/errors';
import { findForeignName, protocols } from '@hookmd/core/protocols';
import { type Linted, placeOfKey } from './lint.ts';

/** What each vocabulary's own handlers are run as. */
const protocolOf = { kodelet: 'kodelet', microclaw: 'microclaw-rfc', openclaw: 'openclaw' } as const;

/** `protocol` names one system, the event's name belongs to another: the handler was written for the other one. */
export function foreignEventLint(linted: Linted): readonly Issue[] {
  const { manifest } = linted;
  const { id, vocabulary } = protocols[manifest.protocol];
  return manifest.events.flatMap(({ name, events }) => {
    const foreign = findForeignName(name);
    if (foreign === undefined || foreign.vocabulary === vocabulary) return [];
    const parameters = {
      event: name,
      system: foreign.vocabulary,
      current: id,
      instead: events.join(', ') || 'an event of `hooks events`',
      protocol: protocolOf[foreign.vocabulary],
    };
    return [issue('EVENT_OF_ANOTHER_SYSTEM', parameters, placeOfKey(linted, 'events'))];
  });
}
