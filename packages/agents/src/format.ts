import { type RenamedFormatRow, renameFormat } from '@hookmd/core/protocols';
import type { AgentEvents, Integration } from './integration.ts';
import { nativeName } from './make-integration.ts';

/** How the JSON of an agent differs from Claude's, its events by their rows. */
export interface FormatRow extends Omit<RenamedFormatRow, 'wordOf'> {
  readonly events: AgentEvents;
}

/** A format with Claude's payloads, under other names. Fields without a row keep their names. */
export function makeFormat({ events, ...row }: FormatRow): Integration['format'] {
  return renameFormat({ ...row, wordOf: (event) => nativeName(events, event) });
}
