/**
 * Every budget, in order. A row says what is measured against what and how much it may be; `measure` gives its
 * findings.
 */
import { conditionRows } from './rows/conditions.mjs';
import { eventLogRows } from './rows/event-log.mjs';
import { eventRows } from './rows/events.mjs';
import { isolationRows } from './rows/isolation.mjs';
import { killRows } from './rows/kill-tree.mjs';
import { libraryRows } from './rows/library.mjs';
import { listRows } from './rows/lists.mjs';
import { manyEventsRows } from './rows/many-events.mjs';
import { payloadRows } from './rows/payloads.mjs';
import { residentRows } from './rows/resident.mjs';
import { sdkRows } from './rows/sdk.mjs';
import { spawnRows } from './rows/spawns.mjs';

export const rows = [
  ...listRows,
  ...eventRows,
  ...spawnRows,
  ...killRows,
  ...sdkRows,
  ...conditionRows,
  ...payloadRows,
  ...eventLogRows,
  ...manyEventsRows,
  ...residentRows,
  ...isolationRows,
  ...libraryRows,
].sort((a, b) => a.id - b.id);
