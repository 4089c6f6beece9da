import { readFileSync, type Stats, statSync } from 'node:fs';

/** What V8 made of one bundle, as it lies on the disk: the seal, what was learnt from, the code. */
export interface KeptCode {
  /** The ways of the calls that taught nothing new (`wayOf`), at most MOST_LESSONS. */
  readonly lessons: readonly number[];
  readonly code: Buffer;
}

export const MOST_LESSONS = 24;
const SEAL_BYTES = 32;
const LESSON_BYTES = 4;
const HEAD_BYTES = SEAL_BYTES + MOST_LESSONS * LESSON_BYTES;
const WRITABLE_BY_OTHERS = 0o022;
const QUIETLY = { throwIfNoEntry: false } as const;

/** What kept code of this bundle, and of no other, begins with. */
export function sealOf({ ctimeMs, mtimeMs, size, ino }: Stats): Buffer {
  return Buffer.from(new Float64Array([ctimeMs, mtimeMs, size, ino]).buffer);
}

/** V8 looks at version and length, not at the bytes: those are vouched for by how the file is written, and by whom. */
export function readKeptCode(file: string, seal: Buffer, owner: number): KeptCode | undefined {
  try {
    const facts = statSync(file, QUIETLY);
    if (facts === undefined || facts.uid !== owner || (facts.mode & WRITABLE_BY_OTHERS) !== 0)
      return undefined;
    const bytes = readFileSync(file);
    if (bytes.length <= HEAD_BYTES || !seal.equals(bytes.subarray(0, SEAL_BYTES))) return undefined;
    return { lessons: readLessons(bytes), code: bytes.subarray(HEAD_BYTES) };
  } catch {
    return undefined;
  }
}

export function keptCodeFile(seal: Buffer, { lessons, code }: KeptCode): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  seal.copy(head);
  for (const [index, way] of lessons.entries()) head.writeUInt32LE(way, SEAL_BYTES + index * LESSON_BYTES);
  return Buffer.concat([head, code]);
}

function readLessons(bytes: Buffer): number[] {
  const lessons: number[] = [];
  for (let at = SEAL_BYTES; at < HEAD_BYTES; at += LESSON_BYTES) {
    const way = bytes.readUInt32LE(at);
    if (way === 0) break;
    lessons.push(way);
  }
  return lessons;
}
