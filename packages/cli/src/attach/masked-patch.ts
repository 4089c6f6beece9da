import { patchText } from '../diff/text-patch.ts';
import type { FileChange } from './file-change.ts';

/** A text that is the value of a key. */
const VALUE = /(:\s*)("(?:[^"\\\n]|\\.)*")/g;
const HIDDEN = '"…"';

/**
 * The lines of a file that change, with one around each; null = too much changed for that. Texts that others wrote as values
 * are not shown, because settings hold keys of services.
 */
export function maskedPatch({ file, after, ownTexts }: FileChange): string | null {
  const [before, now] = [file.found?.bytes, after?.bytes].map((bytes) => bytes?.toString('utf8') ?? '');
  const patch = patchText(file.path, before ?? '', now ?? '', ['', ''], { context: 1 });
  if (ownTexts === null || patch === null) return patch;
  const own = new Set(ownTexts);
  return patch.replace(VALUE, (all, colon: string, text: string) => (own.has(text) ? all : colon + HIDDEN));
}
