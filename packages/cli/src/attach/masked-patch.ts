import { patchText } from '../diff/text-patch.ts';
import type { FileChange } from './file-change.ts';
import { tokensOf } from './json-text.ts';

const HIDDEN = '"…"';
/** A text in a comment, and whether it names a key: what is switched off may hold a secret all the same. */
const IN_COMMENT = /"(?:[^"\\\n]|\\.)*"(\s*:)?/g;

/**
 * The lines of a file that change, with one around each; null = too much changed for that. Texts that others wrote are not
 * shown, but for the names of keys, because settings hold keys of services: as values, in lists, on lines of their own.
 */
export function maskedPatch({ file, after, ownTexts }: FileChange): string | null {
  const own = ownTexts === null ? null : new Set(ownTexts);
  const [before = '', now = ''] = [file.found?.bytes, after?.bytes].map((bytes) => {
    const text = bytes?.toString('utf8') ?? '';
    return own === null ? text : maskTexts(text, own);
  });
  return patchText(file.path, before, now, ['', ''], { context: 1 });
}

/** Looks at the whole document: a line alone does not say what is the name of a key in it. */
function maskTexts(text: string, own: ReadonlySet<string>): string {
  let next = '';
  return tokensOf(text)
    .toReversed()
    .map((token) => {
      const isComment = /^\/[/*]/.test(token);
      if (isComment) return token.replace(IN_COMMENT, (all, colon?: string) => (colon ? all : HIDDEN));
      if (token.trim() === '') return token;
      const isHidden = token.startsWith('"') && next !== ':' && !own.has(token);
      next = token;
      return isHidden ? HIDDEN : token;
    })
    .toReversed()
    .join('');
}
