import type { JsonObject } from '@hookmd/core/events';
import type { Integration } from './integration.ts';

/**
 * The agent that sent a payload which came by the command in another one's settings: some read these beside their own. It reads
 * the answer, so it is judged and answered as that one.
 */
export async function recogniseAgent(
  called: Integration,
  payload: JsonObject,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Integration> {
  const reader = called.readBy?.find((one) => one.isSender(payload, environment));
  return reader === undefined ? called : reader.load(called);
}
