import { accessSync, constants, readFileSync, realpathSync } from 'node:fs';
import { type Places, writeFileAtomic } from '@hookmd/core/system';
import { launcherPath } from './launcher-command.ts';

/** Beside this bundle (scripts/build.mjs). */
const COMMAND = `${import.meta.dirname}/hooks.cjs`;

type LauncherPlaces = Pick<Places, 'home' | 'stateDir'>;

/** The paths that a launcher needs to start `hooks run`. */
interface StartedByLauncher {
  readonly node: string;
  readonly command: string;
  readonly home: string;
}

/** The paths of the Node and the HookMD of this process. */
export function startedHere({ home }: LauncherPlaces): StartedByLauncher {
  return { node: process.execPath, command: installedCommand(), home };
}

export function writeLauncherPlaces(places: LauncherPlaces): void {
  const { node, command, home } = startedHere(places);
  writeFileAtomic(placesFile(places), [node, command, home].map((fact) => `${fact}\n`).join(''));
}

/** Reads the paths as the launcher does; null = missing or incomplete. */
export function readLauncherPlaces(places: LauncherPlaces): StartedByLauncher | null {
  try {
    const [node, command, home] = readFileSync(placesFile(places), 'utf8').split('\n');
    return node && command && home ? { node, command, home } : null;
  } catch {
    return null;
  }
}

/** Returns the path that no longer exists; null = both exist. */
export function movedFromLauncher({ node, command }: StartedByLauncher): string | null {
  if (!isThere(node, constants.X_OK)) return node;
  return isThere(command, constants.R_OK) ? null : command;
}

/**
 * Updates the paths of the launcher if one no longer exists, for example after an update. Otherwise they stay, because this process may
 * belong to another installation. Best effort.
 */
export function repairLauncher(places: LauncherPlaces): void {
  const written = readLauncherPlaces(places);
  if (written === null || movedFromLauncher(written) === null) return;
  try {
    writeLauncherPlaces(places);
  } catch {
    // `hooks doctor` reports it.
  }
}

function placesFile(places: LauncherPlaces): string {
  return `${launcherPath(places)}.places`;
}

function isThere(path: string, how: number): boolean {
  try {
    accessSync(path, how);
    return true;
  } catch {
    return false;
  }
}

/** The path with which the user started HookMD, if it leads to this bundle. An update of HookMD keeps that path valid. */
export function installedCommand(): string {
  const called = process.argv[1] ?? COMMAND;
  try {
    return realpathSync(called) === realpathSync(COMMAND) ? called : COMMAND;
  } catch {
    return COMMAND;
  }
}
