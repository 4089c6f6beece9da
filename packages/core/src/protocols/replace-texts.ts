import { isJsonObject } from '../events/json.ts';

/** Words by which agents tell shapes of outputs apart; without them they reject a replacement and use the original. */
const DISCRIMINATORS = new Set(['type', 'mode', 'status', 'role', 'media_type', 'mimeType']);
const DISCRIMINATOR = /^[a-z][a-z0-9_/+.-]{0,31}$/;

/**
 * The value with every text in it replaced by one, in the shape it has: agents check the outputs of their tools, and use the
 * original where a replacement does not fit.
 */
export function replaceTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return value === '' ? value : text;
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, text));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        isDiscriminator(key, item) ? item : replaceTexts(item, text),
      ]),
    );
  }
  return value ?? text;
}

/** Whether a value says what the object around it is, so that nobody could read that without it. */
export function isDiscriminator(key: string, value: unknown): boolean {
  return DISCRIMINATORS.has(key) && typeof value === 'string' && DISCRIMINATOR.test(value);
}
