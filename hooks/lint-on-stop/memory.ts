import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MAX_FULL_FILES = 200;

/** The project and the session of a state, and the data directory of the hook. */
interface Scope {
  readonly directory: string;
  readonly project: string;
  readonly session: string;
}

/** The state at the last run of the command in this project and session; null = none. */
export function readMemory(scope: Scope): string | null {
  try {
    return readFileSync(fileOf(scope), 'utf8');
  } catch {
    return null;
  }
}

export function writeMemory(scope: Scope, state: string): void {
  const file = fileOf(scope);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, state, { mode: 0o600 });
  renameSync(draft, file);
  sweep(scope.directory);
}

function fileOf({ directory, project, session }: Scope): string {
  const name = createHash('sha256').update(`${project}\0${session}`).digest('hex');
  return path.join(directory, `${name.slice(0, 32)}.state`);
}

/** Removes the oldest states, because sessions may end without an event. */
function sweep(directory: string): void {
  const names = readdirSync(directory).filter((name) => name.includes('.state'));
  if (names.length <= MAX_FULL_FILES) return;
  const timeOf = (name: string): number =>
    statSync(path.join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const aged = names.map((name) => [timeOf(name), name] as const).sort(([a], [b]) => b - a);
  for (const [, name] of aged.slice(MAX_FULL_FILES)) rmSync(path.join(directory, name), { force: true });
}
