import { readlinkSync } from 'node:fs';

/**
 * What a handler inherits and no request can carry: the files that it sees (its mount namespace, on Linux), and the mask of
 * the modes of what it makes. An event of another place is judged there, by a one shot: in a container whose state folder
 * is ours, paths mean something else.
 */
export function ownPlace(): string {
  return `${mountNamespace()} ${process.umask().toString(8)}`;
}

function mountNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/mnt');
  } catch {
    return '';
  }
}
