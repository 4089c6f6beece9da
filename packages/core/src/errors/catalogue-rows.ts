import { approvalRows } from './approval-rows.ts';
import { callRows } from './call-rows.ts';
import { commandRows } from './command-rows.ts';
import { doctorRows } from './doctor-rows.ts';
import { fetchRows } from './fetch-rows.ts';
import { fleetRows } from './fleet-rows.ts';
import { hookRows } from './hook-rows.ts';
import { installRows } from './install-rows.ts';
import { manifestRows } from './manifest-rows.ts';
import { recordRows } from './record-rows.ts';
import { settingsRows } from './settings-rows.ts';

type Catalogue = typeof manifestRows &
  typeof hookRows &
  typeof doctorRows &
  typeof settingsRows &
  typeof commandRows &
  typeof fetchRows &
  typeof callRows &
  typeof approvalRows &
  typeof installRows &
  typeof fleetRows &
  typeof recordRows;

/**
 * Every code HookMD can show, as data: what happened and the one thing to do about it. By subject, in a file each; their order here is
 * that of the page.
 *
 * `{name}` is filled from the parameters of the call. Codes are permanent; sentences may improve.
 * docs/reference/errors.md is generated from this table and held equal to it by a test.
 *
 * In files of their own: the command line reads them when the first sentence is needed, and most calls need none
 * (scripts/lazy-siblings.mjs).
 */
export const makeCatalogue = (): Catalogue => ({
  ...manifestRows,
  ...hookRows,
  ...doctorRows,
  ...settingsRows,
  ...commandRows,
  ...fetchRows,
  ...callRows,
  ...approvalRows,
  ...installRows,
  ...fleetRows,
  ...recordRows,
});
