import { codexTools, writeCodexOutput } from '@hookmd/core/protocols';
import { makeFormat } from '../format.ts';
import type { Integration } from '../integration.ts';
import { events } from './events.ts';

/** Claude's payloads, with fewer kinds of decision. A patch stays what Codex sent. */
export const format: Integration['format'] = makeFormat({
  events,
  tools: codexTools,
  writeDecision: writeCodexOutput,
});
