import { type Decision, eventRow, type JsonObject } from '@hookmd/core/events';

/** The input that the call is to have instead of its own; null = its own. A changed output is no changed input. */
export function changedInput({ event, decision, changed, input }: Decision): JsonObject | null {
  const isChanged = eventRow(event).input === 'tool_input' && changed.length > 0;
  return isChanged && decision !== 'block' ? input : null;
}
