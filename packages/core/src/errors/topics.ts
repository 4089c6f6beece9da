import { approvalRows } from './approval-rows.ts';
import { callRows } from './call-rows.ts';
import type { CatalogueRow, Code } from './catalogue.ts';
import { commandRows } from './command-rows.ts';
import { doctorRows } from './doctor-rows.ts';
import { fetchRows } from './fetch-rows.ts';
import { fleetRows } from './fleet-rows.ts';
import { hookRows } from './hook-rows.ts';
import { installRows } from './install-rows.ts';
import { manifestRows } from './manifest-rows.ts';
import { recordRows } from './record-rows.ts';
import { settingsRows } from './settings-rows.ts';

type Rows = Readonly<Partial<Record<Code, CatalogueRow>>>;

/** The catalogue by topic, in the order of docs/reference/errors.md and `hooks explain`. */
export const errorTopics = (): Readonly<Record<string, Rows>> => ({
  Manifests: manifestRows,
  Hooks: hookRows,
  Diagnosis: doctorRows,
  Settings: settingsRows,
  Commands: commandRows,
  Downloads: fetchRows,
  'Calls and results': callRows,
  Approval: approvalRows,
  Installation: installRows,
  'Many machines': fleetRows,
  'Event log and state': recordRows,
});
