import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { makeFolder } from '@hookmd/core/system';

/** Names in the folder of the runtime; launchers know the first. */
export const SOCKET = 'socket';
const LOCK = 'lock';

/** Where the resident runtime of a state folder is spoken to. */
function runtimeFolder(stateDir: string): string {
  return join(stateDir, 'run');
}

/** Held by the one runtime there is of a state folder. */
export function runtimeLock(stateDir: string): string {
  return join(runtimeFolder(stateDir), LOCK);
}

/** Makes the folder where it is missing. Throws RUNTIME_FOLDER where others could come between, and what the file system says. */
export function openRuntimeFolder(stateDir: string): string {
  const folder = runtimeFolder(stateDir);
  makeFolder(folder);
  refuseStrangers(folder, lstatSync(folder));
  return folder;
}

/** The same for who only asks; null = there is none. */
export function findRuntimeFolder(stateDir: string): string | null {
  const folder = runtimeFolder(stateDir);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  refuseStrangers(folder, stats);
  return folder;
}

/** What can put a socket here hears every event, and can answer. */
function refuseStrangers(path: string, stats: Stats): void {
  const detail = strangerIn(stats);
  if (detail !== null) throw new HookError('RUNTIME_FOLDER', { path, detail }, { exitCode: 1 });
}

function strangerIn(stats: Stats): string | null {
  if (!stats.isDirectory()) return 'it is no folder';
  if (stats.uid !== process.geteuid?.()) return 'it belongs to another user';
  return (stats.mode & 0o077) === 0 ? null : 'others may look into it';
}
