import { crc32, deflateRawSync } from 'node:zlib';

/** One entry as its bytes will say it, wrong or not. */
export interface TarEntry {
  readonly name: string | Buffer;
  /** The letter of its kind; default `0`, a file. */
  readonly type?: string;
  readonly content?: string | Buffer;
  readonly target?: string;
  readonly mode?: number | string;
  /** What the header says instead of the length of the content. */
  readonly size?: string;
  readonly prefix?: string;
  readonly magic?: string;
  /** Added to the checksum. */
  readonly checksumOff?: number;
}

const BLOCK = 512;

/** The bytes of a tar file, written without a library, because libraries refuse to write what this is for. */
export function tarBytes(entries: readonly TarEntry[], end: Buffer = Buffer.alloc(2 * BLOCK)): Buffer {
  return Buffer.concat([...entries.map(entryBytes), end]);
}

export function entryBytes(entry: TarEntry): Buffer {
  const content = Buffer.from(entry.content ?? '');
  const block = Buffer.alloc(BLOCK);
  Buffer.from(entry.name).copy(block, 0, 0, 100);
  const { mode = 0o644 } = entry;
  block.write(typeof mode === 'string' ? mode : `${mode.toString(8).padStart(7, '0')}\0`, 100, 'latin1');
  block.write('0000000\x000000000\0', 108, 'latin1');
  block.write(entry.size ?? `${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  block.write('00000000000\0', 136, 'latin1');
  block.write(entry.type ?? '0', 156, 'latin1');
  block.write(entry.target ?? '', 157, 100);
  block.write(entry.magic ?? 'ustar\x0000', 257, 'latin1');
  block.write(entry.prefix ?? '', 345, 155);
  block.fill(0x20, 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0) + (entry.checksumOff ?? 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([block, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

/** A record of a pax header. */
export function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return `${length} ${key}=${value}\n`;
}

/** One member of a gzip file. */
export function gzipBytes(
  bytes: Buffer,
  { flags = 0, extra = Buffer.alloc(0) }: { flags?: number; extra?: Buffer } = {},
): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  const header = Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([header, extra, deflateRawSync(bytes), trailer]);
}
