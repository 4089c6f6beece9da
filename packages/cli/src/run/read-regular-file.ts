import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const MAX_BYTES = 1024 * 1024;

/**
 * The text of settings that others wrote, through links, as those who read them do. A repository's may be a pipe, or without end:
 * neither is waited for. Throws what the file system says.
 */
export function readRegularFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
