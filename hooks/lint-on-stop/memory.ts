import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const KEPT_FILES = 200;

/** What is remembered apart: each project and session, in the data folder of the hook. */
interface Place {
  readonly folder: string;
  readonly project: string;
  readonly session: string;
}

/** The state that the command has last seen in this project and session; null for none. */
export function readMemory(place: Place): string | null {
  try {
    return readFileSync(fileOf(place), 'utf8');
  } catch {
    return null;
  }
}

export function writeMemory(place: Place, state: string): void {
  const file = fileOf(place);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, state, { mode: 0o600 });
  renameSync(draft, file);
  sweep(place.folder);
}

function fileOf({ folder, project, session }: Place): string {
  const name = createHash('sha256').update(`${project}\0${session}`).digest('hex');
  return path.join(folder, `${name.slice(0, 32)}.state`);
}

/** Sessions end without telling: the oldest go. */
function sweep(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.includes('.state'));
  if (names.length <= KEPT_FILES) return;
  const timeOf = (name: string): number =>
    statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const aged = names.map((name) => [timeOf(name), name] as const).sort(([a], [b]) => b - a);
  for (const [, name] of aged.slice(KEPT_FILES)) rmSync(path.join(folder, name), { force: true });
}
