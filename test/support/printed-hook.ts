import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A hook as a document of a seed system prints it: test/fixtures/seeds/README.md says which. */
export function printedHook(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../fixtures/seeds/${name}`, import.meta.url)), 'utf8');
}
