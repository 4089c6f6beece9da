import { sha256 } from './sha256.ts';

const MAX_ENCODED_NAME = 100;

/**
 * A file name for any text, the same for the same text and never two texts under one name.
 *
 * Percent-encoded bytes; long ones end in `~` and a hash, short enough for encrypted home folders (143 bytes)
 * with the endings that are added here.
 */
export function encodeFileName(text: string): string {
  const name = text.replace(/^\.|[^A-Za-z0-9._-]/gu, percentEncode);
  if (name !== '' && name.length <= MAX_ENCODED_NAME) return name;
  return `${name.slice(0, MAX_ENCODED_NAME - 17)}~${sha256(text).slice(0, 16)}`;
}

function percentEncode(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
