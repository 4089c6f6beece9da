import { crc32, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { damaged, type Problem, tooLarge } from '../refused.ts';

/** All files, their headers and what fills them up to blocks, with room to spare. */
const MAX_TAR_BYTES = 40 * 1024 * 1024;
/** Text shrinks to a tenth, many small files to a fortieth; deflate could do a thousandth. */
const MAX_RATIO = 200;
const FREE_BYTES = 4 * 1024 * 1024;

const FLAG_CRC = 2;
const FLAG_EXTRA = 4;
const FLAG_NAME = 8;
const FLAG_COMMENT = 16;
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * The one member of a gzip file, or why it is refused.
 *
 * Not by `gunzip`, which reads on through further members and passes over what stands behind the last: another reader
 * could see another archive.
 */
export function gunzip(bytes: Buffer): Buffer | Problem {
  const start = headerEnd(bytes);
  if (start === null || start + TRAILER_BYTES > bytes.length)
    return damaged('its gzip header is wrong or cut off');
  let inflated: { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
  try {
    const options: ZlibOptions = { maxOutputLength: MAX_TAR_BYTES, info: true };
    inflated = inflateRawSync(bytes.subarray(start), options) as unknown as typeof inflated;
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) return tooLarge(`unpacks to more than ${MAX_TAR_BYTES >> 20} MB`);
    return damaged('its compressed data is wrong or cut off');
  }
  const { buffer, engine } = inflated;
  const end = start + engine.bytesWritten;
  if (end + TRAILER_BYTES > bytes.length) return damaged('it is cut off');
  if (bytes.readUInt32LE(end) !== crc32(buffer)) return damaged('its checksum is wrong');
  if (bytes.readUInt32LE(end + 4) !== buffer.length) return damaged('its length is wrong');
  if (end + TRAILER_BYTES !== bytes.length) return damaged('something stands behind its end');
  if (buffer.length > FREE_BYTES && buffer.length > bytes.length * MAX_RATIO)
    return tooLarge(`unpacks to more than ${MAX_RATIO} times its size`);
  return buffer;
}

/** Where the compressed data begins. Source: RFC 1952. */
function headerEnd(bytes: Buffer): number | null {
  const flags = bytes[3] ?? 0xff;
  if (bytes.length < HEADER_BYTES || bytes[2] !== 8 || flags > 31) return null;
  let at = HEADER_BYTES;
  if ((flags & FLAG_EXTRA) !== 0) at += 2 + (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : bytes.length);
  for (const flag of [FLAG_NAME, FLAG_COMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  return (flags & FLAG_CRC) === 0 ? at : at + 2;
}
