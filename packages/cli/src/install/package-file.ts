import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from '@hookmd/core/internal/errors/errno';
import { describeError } from '@hookmd/core/internal/errors/hook-error';
import { isJsonObject, type JsonObject } from '@hookmd/core/internal/protocol/json';
import { decodeUtf8, readJsonDocument } from '@hookmd/core/internal/protocol/json-document';
import { openToRead } from '@hookmd/core/internal/state/open-to-read';

const MAX_BYTES = 1024 * 1024;

export interface PackageFile {
  /** Empty where there is none. */
  readonly value: JsonObject;
  /** Why it cannot be read, as the end of a sentence; null = it can, or there is none. */
  readonly problem: string | null;
}

/** The package.json of a package: text of others, held to size, depth and keys. */
export function readPackageFile(dir: string): PackageFile {
  let text: Buffer;
  try {
    text = readSmallFile(join(dir, 'package.json'));
  } catch (error) {
    const problem = isErrno(error, 'ENOENT') ? null : describeError(error);
    return { value: {}, problem };
  }
  const decoded = decodeUtf8(text);
  if (decoded === null) return { value: {}, problem: 'it is not UTF-8' };
  const read = readJsonDocument(decoded);
  if ('error' in read) return { value: {}, problem: read.error };
  if (!isJsonObject(read.value)) return { value: {}, problem: 'it is no object' };
  return { value: read.value, problem: null };
}

function readSmallFile(path: string): Buffer {
  const file = openToRead(path);
  try {
    const stats = fstatSync(file);
    const { size } = stats;
    if (!stats.isFile()) throw new Error('it is no regular file');
    if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    const buffer = Buffer.alloc(size);
    return buffer.subarray(0, readSync(file, buffer, 0, size, 0));
  } finally {
    closeSync(file);
  }
}
