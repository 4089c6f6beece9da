import { join } from 'node:path';
import { dayFiles } from './day-files.ts';
import { type JournalEntry, parseLine } from './parse-line.ts';
import { endPosition, type FilePosition, readAppended } from './read-appended.ts';

export interface NewEntries {
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  /** Lines that are torn or not ours. */
  readonly skipped: number;
}

/** Reads what is appended to a journal from now on, whatever days begin and whatever files go. */
export class JournalTail {
  readonly #journalDir: string;
  readonly #positions = new Map<string, FilePosition>();

  constructor(journalDir: string) {
    this.#journalDir = journalDir;
    for (const name of dayFiles(journalDir)) this.#keep(name, endPosition(join(journalDir, name)));
  }

  /** What came since the last call. Never throws. */
  read(): NewEntries {
    const entries: JournalEntry[] = [];
    let skipped = 0;
    for (const name of dayFiles(this.#journalDir)) {
      const from = this.#positions.get(name) ?? null;
      const position = readAppended(join(this.#journalDir, name), from, (line) => {
        if (line === '') return;
        const { entry, isTorn } = parseLine(line ?? '');
        if (isTorn) skipped += 1;
        if (entry !== null) entries.push(entry);
      });
      this.#keep(name, position);
    }
    return { entries, skipped };
  }

  #keep(name: string, position: FilePosition | null): void {
    if (position === null) this.#positions.delete(name);
    else this.#positions.set(name, position);
  }
}
