import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const KEPT_FILES = 200;
const folder = process.env.HOOK_DATA_DIR;

/** The state that the command has last seen in this project and session; null for none. */
export function readMemory(project, session) {
  try {
    return readFileSync(fileOf(project, session), 'utf8');
  } catch {
    return null;
  }
}

export function writeMemory(project, session, state) {
  const file = fileOf(project, session);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, state, { mode: 0o600 });
  renameSync(draft, file);
  sweep();
}

function fileOf(project, session) {
  const name = createHash('sha256').update(`${project}\0${session}`).digest('hex');
  return path.join(folder, `${name.slice(0, 32)}.state`);
}

/** Sessions end without telling: the oldest go. */
function sweep() {
  const names = readdirSync(folder).filter((name) => name.includes('.state'));
  if (names.length <= KEPT_FILES) return;
  const timeOf = (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const aged = names.map((name) => [timeOf(name), name]).sort(([a], [b]) => b - a);
  for (const [, name] of aged.slice(KEPT_FILES)) rmSync(path.join(folder, name), { force: true });
}
