import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the event log in a state directory, oldest first. */
export function eventLogFiles(state: string): readonly string[] {
  const dir = join(state, 'event-log');
  if (!existsSync(dir)) return [];
  const names = readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => join(dir, name));
}

/** Every record of the event log in a state directory, oldest first. */
export function readEventLog(state: string): readonly unknown[] {
  const lines = eventLogFiles(state).flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'));
  return lines.map((line) => JSON.parse(line));
}
