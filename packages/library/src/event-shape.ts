import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import { describeFound } from '@hookmd/core/internal/manifest/describe-value';
import { eventNames, isEventName } from '@hookmd/core/internal/protocol/events';
import type { Shape } from './shape.ts';

/** The name of an event. */
export const eventName: Shape = {
  holds: (value) => typeof value === 'string' && isEventName(value),
  problems: (value) => [
    `${describeFound(value)} is no event. ${typeof value === 'string' ? didYouMean(value, eventNames) : ''}`.trim(),
  ],
};
