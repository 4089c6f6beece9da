import { isJsonObject } from '@hookmd/core/events';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { nativeTools, otherTools } from './calls.ts';
import { events } from './events.ts';
import { wire } from './format.ts';

/** Cline, which starts one executable per event, by the name of its file; so there are no settings to read. */
export const cline: Integration = makeIntegration({
  name: 'cline',
  wire,
  events,
  // The extension's; the command line waits for two minutes.
  budgetMs: 30_000,
  tools: [...nativeTools, ...otherTools],
  eventField: 'hookName',
  projectVariable: null,
  settingsFiles: () => [],
  readSettings: () => ({ isOff: false, commands: [] }),
  // The extension sends no call of the shape that an override has to have, and reads none.
  takesNoChange: ({ raw }) =>
    isJsonObject(raw) && isJsonObject(raw['tool_call'])
      ? null
      : 'the extension of Cline takes no changed input',
  silence: { cancel: false },
  says: null,
});
