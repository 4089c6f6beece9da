import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every record of the journal in a state folder, oldest first. */
export function readJournal(state: string): readonly unknown[] {
  const dir = join(state, 'journal');
  if (!existsSync(dir)) return [];
  const files = readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
  return files
    .sort()
    .flatMap((name) => readFileSync(join(dir, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line));
}
