import { patchText } from '../diff/text-patch.ts';
import type { FileChange } from './settings-file.ts';

/** A string, with the colon after a key. */
const TEXT = /("(?:[^"\\\n]|\\.)*")([ \t]*:)?/g;
/** A quote in a comment starts no string. */
const COMMENT_OR_TEXT = new RegExp(`/\\*.*?\\*/|//.*|${TEXT.source}`, 'g');
const HIDDEN = '"…"';

/**
 * The lines of a file that change, with one around each; null = too many changes. Hides strings of others, except names of keys,
 * because settings contain secrets.
 */
export function maskedPatch({ file, after, ownTexts }: FileChange): string | null {
  const [before, now] = [file.found?.bytes, after?.bytes].map((bytes) => bytes?.toString('utf8') ?? '');
  const patch = patchText(file.path, before ?? '', now ?? '', ['', ''], { context: 1 });
  if (ownTexts === null || patch === null) return patch;
  const shown = new Set(ownTexts);
  const mask = (all: string, text: string, colon?: string): string =>
    colon !== undefined || shown.has(text) ? all : HIDDEN;
  return patch.replace(COMMENT_OR_TEXT, (all, text?: string, colon?: string) =>
    text === undefined ? all.replace(TEXT, mask) : mask(all, text, colon),
  );
}
