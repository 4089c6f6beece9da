import { constants, openSync } from 'node:fs';

/**
 * Opens a file that others may have put there: never through a link, and without waiting for who writes a pipe. Whether
 * it is a regular one is for the caller to ask of what was opened. Throws what the file system says.
 */
export function openToRead(path: string | Buffer): number {
  return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}
