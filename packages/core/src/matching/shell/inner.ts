import type { Word } from './run.ts';

/** What a command runs in its turn, read from its words alone. */
export interface Inner {
  /** Further commands. They read the same stdin. */
  readonly commands: readonly (readonly Word[])[];
  /** Words that are joined and read as a script. */
  readonly scripts: readonly (readonly Word[])[];
  /** It takes a script from stdin. */
  readonly readsScript: boolean;
  /** More may run than can be read here. */
  readonly isOpaque: boolean;
}

export const NOTHING: Inner = { commands: [], scripts: [], readsScript: false, isOpaque: false };

/** A word whose beginning could be anything, so that it may be an option or several words. */
export function mayBeAnything(word: Word | undefined): boolean {
  return word?.isMade === true && word.unknownFrom === 0;
}

/** A word in which another program replaces `mark`. */
export function fillIn(word: Word, mark: string, isPath: boolean): Word {
  const position = word.text.indexOf(mark);
  if (position < 0) return word;
  if (word.unknownFrom >= 0 && word.unknownFrom <= position) return { ...word, isMade: true };
  return { ...word, isMade: true, unknownFrom: position, unknownIsPath: isPath };
}

/** File names under which a program finds its own stdin, or another open descriptor. */
export function isDescriptor(path: string): boolean {
  return path === '-' || path.startsWith('/dev/') || path.startsWith('/proc/');
}
