import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findProgram } from '@hookmd/core/system';

/** The files of the package `@hookmd/fleet`, which is installed apart. */
export interface Fleet {
  /** A module with `main`. */
  readonly main: string;
  /** The program `hooks-fleet`. */
  readonly program: string;
}

/** Finds the package beside this one, or by the program `hooks-fleet` on PATH; null = it is not installed. */
export function findFleet(path: string): Fleet | null {
  const dir = packageBeside() ?? packageOnPath(path);
  if (dir === null) return null;
  const fleet = { main: join(dir, 'main.js'), program: join(dir, 'hooks-fleet.js') };
  return existsSync(fleet.main) ? fleet : null;
}

function packageBeside(): string | null {
  try {
    return dirname(createRequire(import.meta.filename).resolve('@hookmd/fleet/main'));
  } catch {
    return null;
  }
}

function packageOnPath(path: string): string | null {
  const program = findProgram('hooks-fleet', path);
  return program === null ? null : dirname(realpathSync(program));
}
