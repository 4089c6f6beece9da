import { isUtf8 } from 'node:buffer';

export const BLOCK_BYTES = 512;

/** One header of a tar file, as its 512 bytes say it. */
export interface TarBlock {
  readonly name: string;
  /** The letter of its kind; NUL, which old writers have for a file, is `0`. */
  readonly type: string;
  readonly mode: number;
  readonly size: number;
  readonly target: string;
}

const MAGIC = [Buffer.from('ustar\x0000'), Buffer.from('ustar  \0')];
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;

/**
 * Reads a header, or says why it cannot be one: the two tar formats in use, with plain octal numbers.
 *
 * Stricter than readers need to be: where two of them could differ on what an archive holds, it is refused.
 */
export function readBlock(block: Buffer): TarBlock | { readonly wrong: string } {
  const isGnu = MAGIC[1]?.equals(block.subarray(257, 265)) === true;
  if (!isGnu && MAGIC[0]?.equals(block.subarray(257, 265)) !== true) return { wrong: 'it is no tar archive' };
  const checksum = readOctal(block, CHECKSUM_AT, CHECKSUM_BYTES);
  if (checksum !== sumOf(block)) return { wrong: 'the checksum of a header is wrong' };
  const mode = readOctal(block, 100, 8);
  const size = readOctal(block, 124, 12);
  if (mode === null || size === null) return { wrong: 'a header has a mode or size that is no plain number' };
  const name = readText(block, 0, 100);
  const target = readText(block, 157, 100);
  // What stands there in the format of GNU are times.
  const prefix = isGnu ? '' : readText(block, 345, 155);
  if (name === null || target === null || prefix === null)
    return { wrong: 'a header has a name that is not UTF-8, or goes on behind its end' };
  const type = String.fromCharCode(block[156] ?? 0);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: type === '\0' ? '0' : type,
    mode,
    size,
    target,
  };
}

/** The checksum is of all bytes, its own eight taken as blanks. */
function sumOf(block: Buffer): number {
  let sum = CHECKSUM_BYTES * 0x20;
  for (let at = 0; at < BLOCK_BYTES; at++) {
    if (at < CHECKSUM_AT || at >= CHECKSUM_AT + CHECKSUM_BYTES) sum += block[at] ?? 0;
  }
  return sum;
}

function readOctal(block: Buffer, at: number, length: number): number | null {
  const text = block.toString('latin1', at, at + length);
  const digits = /^ *([0-7]*)[ \0]*$/.exec(text)?.[1];
  return digits === undefined ? null : Number.parseInt(digits === '' ? '0' : digits, 8);
}

/** Up to the first NUL, behind which nothing may stand. */
function readText(block: Buffer, at: number, length: number): string | null {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  const text = end === -1 ? field : field.subarray(0, end);
  if (!isUtf8(text) || field.subarray(text.length).some((byte) => byte !== 0)) return null;
  return text.toString('utf8');
}
