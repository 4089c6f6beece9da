import { chmodSync, existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { removeFile, sha256, withLock, writeFileAtomic } from '@hookmd/core/system';
import {
  type AttachRecord,
  forgetOriginal,
  type RecordedFile,
  readAttachRecord,
  storeOriginal,
  writeAttachRecord,
} from './attach-record.ts';
import { type FileChange, readSettingsFile, type SettingsFile } from './settings-file.ts';

/**
 * Writes HookMD into the settings of an agent. It stores and records the originals first, so that `hooks detach` restores them even if
 * this process is killed.
 *
 * Throws ATTACH_CHANGED, ATTACH_INTERRUPTED, STATE_NOT_WRITABLE, STATE_LOCKED.
 */
export function applyAttach(stateDir: string, agent: string, changes: readonly FileChange[]): void {
  if (changes.some(({ scope }) => scope === 'managed')) makePublicDirectory(stateDir);
  underLock(stateDir, () => {
    rejectChanged(changes);
    const { record } = readAttachRecord(stateDir, agent);
    const files = changes.map((change) => recordOf(stateDir, agent, change, record));
    const rest = record.files.filter(({ target }) => files.every((file) => file.target !== target));
    writeRecord(stateDir, agent, record, [...rest, ...files]);
    for (const change of changes) write(agent, change);
  });
}

/**
 * Records a file that another program writes in `work`: its original before, its digest after. Throws what `work` throws; then
 * the record marks the file as possibly changed.
 */
export async function recordAround<T>(
  stateDir: string,
  agent: string,
  file: SettingsFile,
  work: () => Promise<T>,
): Promise<T> {
  const { found } = file;
  const original = found === null ? null : { bytes: found.bytes, mode: found.mode };
  const known = readAttachRecord(stateDir, agent).record.files.find(({ target }) => target === file.target);
  const isRecorded = known !== undefined && found !== null && known.written.includes(sha256(found.bytes));
  const note = (written: readonly string[]): void =>
    underLock(stateDir, () => {
      const { record } = readAttachRecord(stateDir, agent);
      const rest = record.files.filter(({ target }) => target !== file.target);
      const base = known ?? recordOf(stateDir, agent, { file, scope: 'user', after: null, original }, record);
      writeRecord(stateDir, agent, record, [...rest, { ...base, written }]);
    });
  note(isRecorded ? known.written : []);
  const result = await work();
  const after = readSettingsFile(file.path).found;
  // After changes of another tool the file without HookMD is unknown.
  const isSound = known === undefined || isRecorded;
  note(after === null || !isSound ? [] : [sha256(after.bytes)]);
  return result;
}

/** Removes HookMD from the settings of an agent, and the record of the targets in `gone`. */
export function applyDetach(
  stateDir: string,
  agent: string,
  changes: readonly FileChange[],
  gone: readonly string[],
): void {
  underLock(stateDir, () => {
    rejectChanged(changes);
    const { record } = readAttachRecord(stateDir, agent);
    for (const change of changes) write(agent, change);
    const left = record.files.filter(({ target }) => !gone.includes(target));
    for (const { directories } of record.files.filter((file) => !left.includes(file)))
      removeEmpty(directories);
    writeRecord(stateDir, agent, record, left);
  });
  if (changes.some(({ scope }) => scope === 'managed')) removeEmpty([stateDir, join(stateDir, 'attached')]);
}

function underLock(stateDir: string, work: () => void): void {
  withLock(join(stateDir, 'attached.lock'), work);
}

function rejectChanged(changes: readonly FileChange[]): void {
  const changed = changes.find(({ file }) => !isUnchanged(file));
  if (changed === undefined) return;
  throw new HookError('ATTACH_CHANGED', { path: changed.file.path }, { exitCode: 1 });
}

function isUnchanged({ path, target, found }: SettingsFile): boolean {
  try {
    const now = readSettingsFile(path);
    if (now.target !== target) return false;
    return now.found === null ? found === null : found?.bytes.equals(now.found.bytes) === true;
  } catch {
    return false;
  }
}

function recordOf(
  stateDir: string,
  agent: string,
  { file, scope, after, original }: Omit<FileChange, 'ownTexts'>,
  record: AttachRecord,
): RecordedFile {
  const known = record.files.find(({ target }) => target === file.target);
  const stored = storeOriginal(stateDir, agent, original);
  const isSame = known !== undefined && known.original?.digest === stored?.digest;
  const digest = after === null ? [] : [sha256(after.bytes)];
  return {
    path: file.path,
    target: file.target,
    scope,
    original: stored,
    written: [...new Set([...(isSame ? known.written : []), ...digest])],
    directories: [...(known?.directories ?? []), ...missingDirectories(dirname(file.target))],
  };
}

/** Removes originals that the record no longer names, after the record is written. */
function writeRecord(
  stateDir: string,
  agent: string,
  before: AttachRecord,
  files: readonly RecordedFile[],
): void {
  writeAttachRecord(stateDir, agent, { version: 1, files });
  const named = new Set(files.map(({ original }) => original?.digest));
  for (const { original } of before.files)
    if (original !== null && !named.has(original.digest)) forgetOriginal(stateDir, agent, original.digest);
}

function write(agent: string, { file, scope, after }: FileChange): void {
  const { target, path, found } = file;
  try {
    if (after === null) removeFile(target);
    else {
      if (scope === 'managed') makePublicDirectory(dirname(target));
      const owner = found === null ? {} : { owner: { uid: found.uid, gid: found.gid } };
      writeFileAtomic(target, after.bytes, { mode: after.mode, ...owner });
    }
  } catch (cause) {
    const reason = isHookError(cause) ? (cause.cause ?? cause) : cause;
    const parameters = { path, agent, detail: describeError(reason) };
    throw new HookError('ATTACH_INTERRUPTED', parameters, { cause, exitCode: 1 });
  }
}

/** Every user reads the administrator's directories, whatever the umask. */
function makePublicDirectory(path: string): void {
  for (const directory of missingDirectories(path)) {
    mkdirSync(directory);
    chmodSync(directory, 0o755);
  }
}

/** The outermost first. */
function missingDirectories(path: string): readonly string[] {
  return existsSync(path) ? [] : [...missingDirectories(dirname(path)), path];
}

function removeEmpty(paths: readonly string[]): void {
  for (const path of [...paths].reverse()) {
    try {
      rmdirSync(path);
    } catch {
      // It has other files by now, or is gone.
    }
  }
}
