import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { makeDirectory } from '@hookmd/core/system';

/** Names in the directory of the daemon; launchers know the first. */
export const SOCKET = 'socket';
const LOCK = 'lock';

/** The directory of the socket. */
function runtimeDirectory(stateDir: string): string {
  return join(stateDir, 'run');
}

/** The lock of the only daemon of a state directory. */
export function runtimeLock(stateDir: string): string {
  return join(runtimeDirectory(stateDir), LOCK);
}

/** Creates the directory if it is missing. Throws RUNTIME_DIRECTORY if another user could put a socket there, or an error of the file system. */
export function openRuntimeDirectory(stateDir: string): string {
  const directory = runtimeDirectory(stateDir);
  makeDirectory(directory);
  rejectForeign(directory, lstatSync(directory));
  return directory;
}

/** The same without creating it; null = there is none. */
export function findRuntimeDirectory(stateDir: string): string | null {
  const directory = runtimeDirectory(stateDir);
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  rejectForeign(directory, stats);
  return directory;
}

/** A socket of another user would receive every event and reply to it. */
function rejectForeign(path: string, stats: Stats): void {
  const detail = whyForeign(stats);
  if (detail !== null) throw new HookError('RUNTIME_DIRECTORY', { path, detail }, { exitCode: 1 });
}

function whyForeign(stats: Stats): string | null {
  if (!stats.isDirectory()) return 'it is no folder';
  if (stats.uid !== process.geteuid?.()) return 'it belongs to another user';
  return (stats.mode & 0o077) === 0 ? null : 'others may look into it';
}
