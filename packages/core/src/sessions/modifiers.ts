import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory, writeFileAtomic } from '../state/files.ts';
import { encodeFileName } from '../state/hash.ts';

/** Whether a version of a hook has changed an event before. Costs one stat. */
export function isKnownModifier(stateDir: string, version: string): boolean {
  return existsSync(modifierPath(stateDir, version));
}

/** Records that a version of a hook changed an event. Where the state cannot be written, the next event finds out again. */
export function recordModifier(stateDir: string, version: string): void {
  const path = modifierPath(stateDir, version);
  try {
    makeDirectory(dirname(path));
    writeFileAtomic(path, '');
  } catch {
    // The event log and the session report it: they share the state directory.
  }
}

function modifierPath(stateDir: string, version: string): string {
  return join(stateDir, 'modifiers', encodeFileName(version));
}
