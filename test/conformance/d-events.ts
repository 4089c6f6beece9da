import { foreignEvents } from './d-events-foreign.ts';
import { patternEvents } from './d-events-pattern.ts';
import { reachOfEvents } from './d-events-reach.ts';
import type { Row } from './row.ts';

export const events: readonly Row[] = [...foreignEvents, ...patternEvents, ...reachOfEvents];
