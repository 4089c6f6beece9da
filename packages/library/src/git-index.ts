/** What an index of git lists. */
export interface GitIndex {
  /** Files and links, from the top of the work tree on; of submodules and folders none. */
  readonly paths: readonly string[];
  /** The file beside it that lists the others (`git update-index --split-index`); null = there are no others. */
  readonly shared: string | null;
}

/** Bytes of a name of content: SHA-1, or SHA-256 where a repository was made with it. The index does not say which. */
const HASH_SIZES = [20, 32];
/** Of an entry before its name: times, device, owner and size, and behind the hash the flags. */
const STAT_SIZE = 40;
const MODE_AT = 24;
const IS_EXTENDED = 0x40_00;
/** Longer ones exist on no system we know. */
const MAX_NAME_BYTES = 4_096;
/** Of all names together: in version 4 an entry of one byte repeats what stands before it, and a small index may be terabytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The kinds of entries that are files: the upper bits of their mode. */
const FILE_KINDS: ReadonlySet<number> = new Set([0o10, 0o12]);

/**
 * Reads an index of git, versions 2 to 4; null where it is none. Pure.
 *
 * Read here, not by `git ls-files`: the settings of a repository may name programs that git starts for it, and
 * nobody has approved those.
 */
export function readGitIndex(bytes: Buffer): GitIndex | null {
  for (const hashSize of HASH_SIZES) {
    try {
      const index = readWith(bytes, hashSize);
      if (index !== null) return index;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // it ends too early
    }
  }
  return null;
}

function readWith(bytes: Buffer, hashSize: number): GitIndex | null {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return null;
  const paths: string[] = [];
  let name = '';
  let bytesLeft = MAX_BYTES;
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flagsAt = at + STAT_SIZE + hashSize;
    const isExtended = (bytes.readUInt16BE(flagsAt) & IS_EXTENDED) !== 0;
    let from = flagsAt + (isExtended ? 4 : 2);
    let kept = '';
    if (version === 4) {
      const dropped = readVariable(bytes, from);
      from = dropped.end;
      if (dropped.value > name.length) return null;
      kept = name.slice(0, name.length - dropped.value);
    }
    const end = bytes.indexOf(0, from);
    if (end === -1) return null;
    // Byte by byte, since a name may go on in the middle of a character of the one before.
    bytesLeft -= kept.length + end - from;
    if (kept.length + end - from > MAX_NAME_BYTES || bytesLeft < 0) return null;
    name = kept + bytes.toString('latin1', from, end);
    if (FILE_KINDS.has(bytes.readUInt32BE(at + MODE_AT) >>> 12)) paths.push(name);
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  const shared = readExtensions(bytes, at, hashSize);
  if (shared === undefined) return null;
  return { paths: paths.map(toText).filter(isBelow), shared };
}

/** The name that the extension for split indexes has; undefined where what stands behind the entries does not fill the rest. */
function readExtensions(bytes: Buffer, start: number, hashSize: number): string | null | undefined {
  const end = bytes.length - hashSize;
  let shared: string | null = null;
  let at = start;
  while (at < end) {
    const size = bytes.readUInt32BE(at + 4);
    const hash = bytes.toString('hex', at + 8, at + 8 + hashSize);
    if (bytes.toString('latin1', at, at + 4) === 'link' && /[^0]/.test(hash)) shared = `sharedindex.${hash}`;
    at += 8 + size;
  }
  return at === end ? shared : undefined;
}

/** Seven bits a byte, each further byte counting on from one more. */
function readVariable(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let value = byte & 127;
  while ((byte & 128) !== 0) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, end: at };
}

function toText(name: string): string {
  return Buffer.from(name, 'latin1').toString('utf8');
}

/** Git writes no others; whoever made the repository may have. */
function isBelow(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
