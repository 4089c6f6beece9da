import type { EventStore } from './event-store.ts';
import type { Route } from './route.ts';

/** What every screen gets. */
export interface ScreenProps {
  readonly store: EventStore;
  readonly route: Route;
  /** Shows another route. A filter replaces the one before, so that Back leaves the screen. */
  readonly go: (change: Partial<Route>, how?: 'replace') => void;
}
