/** What an entry of an archive or folder is; all but the first three are refused, by their word. */
export type EntryKind =
  | 'file'
  | 'folder'
  | 'link'
  | 'hard link'
  | 'device'
  | 'named pipe'
  | 'socket'
  | 'sparse file'
  | 'submodule'
  | 'unknown';

/** One entry as it was found: nothing of it is checked. */
export interface RawEntry {
  /** As the archive says it; a folder may end with `/`. */
  readonly name: string;
  readonly kind: EntryKind;
  readonly mode: number;
  readonly size: number;
  /** Of a link; of everything else null. */
  readonly target: string | null;
  /** Called once, and only of files that passed. */
  read(): Buffer;
}

/** An entry that may be written. */
export interface Entry {
  /** Relative, with `/`, without `.` and `..`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly isExecutable: boolean;
  readonly target: string | null;
  read(): Buffer;
}
