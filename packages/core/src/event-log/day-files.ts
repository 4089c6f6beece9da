import { readdirSync } from 'node:fs';

const DAY_FILE = /^\d{4}-\d\d-\d\d\.jsonl$/;

/** The names of the files of a journal, one for each day in UTC, oldest first. None where it cannot be read. */
export function dayFiles(journalDir: string): string[] {
  try {
    return readdirSync(journalDir)
      .filter((name) => DAY_FILE.test(name))
      .sort();
  } catch {
    return [];
  }
}

export function dayName(time: Date): string {
  return `${time.toISOString().slice(0, 10)}.jsonl`;
}
