import type { RegistrationScope } from '@hookmd/agents';
import type { SettingsFile } from './settings-file.ts';

/** Bytes and mode of a file; null where there is none. */
export type FileState = { readonly bytes: Buffer; readonly mode: number } | null;

/** What is to become of one file. */
export interface FileChange {
  readonly file: SettingsFile;
  readonly scope: RegistrationScope;
  readonly after: FileState;
  /** What a later `detach` puts back, as long as nobody else has written here. */
  readonly original: FileState;
  /** The texts in it that we wrote, as JSON; null = all of it is ours. */
  readonly ownTexts: readonly string[] | null;
}

/** A text as bytes, beginning with the mark with which the file began. */
export function encodeLike({ found }: SettingsFile, text: string): Buffer {
  return Buffer.from(found?.isMarked === true ? `\ufeff${text}` : text);
}
