/**
 * Every row, in order: what is measured against what, and how much it may be; `measure` returns its findings. Rows 1 to 3
 * take real agents.
 */
import { conditionRows } from './rows/conditions.mjs';
import { daemonRows } from './rows/daemon.mjs';
import { eventRows } from './rows/events.mjs';
import { isolationRows } from './rows/isolation.mjs';
import { killRows } from './rows/kill-tree.mjs';
import { libraryRows } from './rows/library.mjs';
import { listRows } from './rows/lists.mjs';
import { payloadRows } from './rows/payloads.mjs';
import { scanRows } from './rows/scan.mjs';
import { warmRows } from './rows/warm.mjs';

export const rows = [
  ...listRows,
  ...eventRows,
  ...killRows,
  ...conditionRows,
  ...payloadRows,
  ...warmRows,
  ...daemonRows,
  ...isolationRows,
  ...libraryRows,
  ...scanRows,
].sort((a, b) => a.id - b.id);
