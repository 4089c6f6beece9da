import { existsSync, readFileSync, statSync } from 'node:fs';

/** The text of a file, `(folder)`, or undefined where there is nothing. */
export function readIfThere(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? '(folder)' : readFileSync(path, 'utf8');
}
