/** In hex. Node's crypto costs 2 ms when it is loaded, so it is loaded when it is first needed. */
export function sha256(data: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(data).digest('hex');
}

/**
 * 26 hex digits that differ if the text differs, to detect changes and to name files.
 *
 * Not for security: two texts that collide cause a stale display or a lost record. What is trusted is hashed by SHA-256, whose
 * module costs 2 ms to load.
 */
export function quickHash(text: string): string {
  return mix(text, 0x9e3779b9) + mix(text, 0x85ebca6b);
}

/** The public-domain "cyrb53" mixing of two 32-bit lanes by multiplication. */
function mix(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(13, '0').slice(-13);
}

const MAX_ENCODED_NAME = 100;

/**
 * A file name for any text: the same for the same text, and different for different texts.
 *
 * Percent-encoded bytes; long names end in `~` and a hash, short enough for encrypted home directories (143 bytes) with the
 * suffixes that are added.
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
