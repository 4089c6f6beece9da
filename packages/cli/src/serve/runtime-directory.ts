import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { makeDirectory } from '@hookmd/core/system';

/** Names in the folder of the runtime; launchers know the first. */
export const SOCKET = 'socket';
const LOCK = 'lock';

/** Where the resident runtime of a state folder is spoken to. */
function runtimeDirectory(stateDir: string): string {
  return join(stateDir, 'run');
}

/** Held by the one runtime there is of a state folder. */
export function runtimeLock(stateDir: string): string {
  return join(runtimeDirectory(stateDir), LOCK);
}

/** Makes the folder where it is missing. Throws RUNTIME_FOLDER where others could come between, and what the file system says. */
export function openRuntimeDirectory(stateDir: string): string {
  const folder = runtimeDirectory(stateDir);
  makeDirectory(folder);
  rejectStrangers(folder, lstatSync(folder));
  return folder;
}

/** The same for who only asks; null = there is none. */
export function findRuntimeDirectory(stateDir: string): string | null {
  const folder = runtimeDirectory(stateDir);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  rejectStrangers(folder, stats);
  return folder;
}

/** What can put a socket here hears every event, and can answer. */
function rejectStrangers(path: string, stats: Stats): void {
  const detail = strangerIn(stats);
  if (detail !== null) throw new HookError('RUNTIME_FOLDER', { path, detail }, { exitCode: 1 });
}

function strangerIn(stats: Stats): string | null {
  if (!stats.isDirectory()) return 'it is no folder';
  if (stats.uid !== process.geteuid?.()) return 'it belongs to another user';
  return (stats.mode & 0o077) === 0 ? null : 'others may look into it';
}
