import {
  cursorEvents,
  cursorFields,
  cursorMcpName,
  cursorTools,
  readCursorPayload,
} from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { makeSettingsReader } from './make-claude.ts';

/** Cursor does not prompt the user before a tool call, so a question is a denial. Not seen running. */
export const cursor: Integration = makeSettingsReader('cursor', {
  withoutPermits: ['ask', 'output'],
  tools: cursorTools,
  fields: cursorFields,
  mcpName: cursorMcpName,
  otherNames: cursorEvents,
  read: readCursorPayload,
});
