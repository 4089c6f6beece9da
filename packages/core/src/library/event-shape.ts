import { didYouMean } from '../errors/nearest-name.ts';
import { describeFound } from '../manifest/describe-value.ts';
import { eventNames, isEventName } from '../protocol/events.ts';
import type { Shape } from './shape.ts';

/** The name of an event. */
export const eventName: Shape = {
  holds: (value) => typeof value === 'string' && isEventName(value),
  problems: (value) => [
    `${describeFound(value)} is no event. ${typeof value === 'string' ? didYouMean(value, eventNames) : ''}`.trim(),
  ],
};
