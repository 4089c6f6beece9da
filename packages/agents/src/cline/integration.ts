import { isJsonObject } from '@hookmd/core/events';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { nativeTools, otherTools } from './calls.ts';
import { events } from './events.ts';
import { format } from './format.ts';

/** Cline starts one executable per event, by its file name, and has no settings. */
export const cline: Integration = makeIntegration({
  name: 'cline',
  format,
  events,
  // The extension's; the command line waits two minutes.
  budgetMs: 30_000,
  tools: [...nativeTools, ...otherTools],
  eventField: 'hookName',
  // The extension neither sends nor reads the shape of an override.
  rejectsChange: ({ raw }) =>
    isJsonObject(raw) && isJsonObject(raw['tool_call'])
      ? null
      : 'the extension of Cline takes no changed input',
  silence: { cancel: false },
});
