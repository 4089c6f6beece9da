import type { State } from '@hookmd/core/registry';

/** What TAB offers at one place of a command line. */
export type Offer =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Names of hooks that have one of these states; looked up when TAB is pressed. */
  | { readonly kind: 'hooks'; readonly states: readonly State[] | 'all' }
  | { readonly kind: 'folders' }
  | { readonly kind: 'files' };

/** A word that is safe in every shell as it stands, and so are names of hooks that are offered. */
export const PLAIN_WORD: RegExp = /^[A-Za-z0-9][A-Za-z0-9._/:-]*$/;
