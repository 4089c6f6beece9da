import type { JsonObject } from '@hookmd/core/protocol';
import { attachments } from './index.ts';

/**
 * Which agent sent a payload, whatever name it was called by: agents read each other's settings, and start each other.
 *
 * What stands in the payload counts before what stands in the environment, which an agent inherits from the one it runs in. Of several
 * the one with more signs; null = nobody that is known.
 */
export function recogniseAgent(
  payload: JsonObject,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const all = Object.values(attachments);
  const byFields = all
    .filter(
      ({ signs }) => signs.fields.length > 0 && signs.fields.every((key) => Object.hasOwn(payload, key)),
    )
    .sort((a, b) => b.signs.fields.length - a.signs.fields.length);
  const bySetting = all.filter(({ signs }) =>
    signs.variables.some((name) => environment[name] !== undefined),
  );
  return (byFields[0] ?? bySetting[0])?.name ?? null;
}
