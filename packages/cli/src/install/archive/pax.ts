import { isUtf8 } from 'node:buffer';

export interface PaxKeys {
  readonly path?: string;
  readonly linkpath?: string;
}

/** What changes nothing that is written. */
const IGNORED =
  /^(comment|mtime|atime|ctime|uid|gid|uname|gname|SCHILY\.(dev|ino|nlink|fflags|xattr\..*)|LIBARCHIVE\.(creationtime|xattr\..*)|NODETAR\..*)$/;

/**
 * The records of a pax header, `LENGTH KEY=VALUE\n` each, or why they are refused: lengths that are wrong, a key that
 * stands twice, and every key that gives a file another size, content or kind.
 */
export function readPax(bytes: Buffer): PaxKeys | { readonly wrong: string } {
  const keys = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    const digits = blank === -1 ? '' : bytes.toString('latin1', at, blank);
    const end = at + (/^[1-9]\d{0,6}$/.test(digits) ? Number(digits) : Number.NaN);
    if (!(end <= bytes.length && end > blank + 2 && bytes[end - 1] === 0x0a))
      return { wrong: 'a pax header has records of a wrong length' };
    const record = bytes.subarray(blank + 1, end - 1);
    const equals = record.indexOf(0x3d);
    const key = record.toString('latin1', 0, Math.max(0, equals));
    at = end;
    if (IGNORED.test(key)) continue;
    if (key !== 'path' && key !== 'linkpath')
      return { wrong: `a pax header has the key ${JSON.stringify(key.slice(0, 60))}` };
    const value = record.subarray(equals + 1);
    if (keys.has(key)) return { wrong: `a pax header has the key "${key}" twice` };
    if (!isUtf8(value) || value.includes(0)) return { wrong: 'a pax header has a name that is no text' };
    keys.set(key, value.toString('utf8'));
  }
  return Object.fromEntries(keys);
}
