import { existsSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { removeFile, sha256, withLock, writeFileAtomic } from '@hookmd/core/system';
import {
  type AttachRecord,
  forgetOriginal,
  keepOriginal,
  type RecordedFile,
  readAttachRecord,
  writeAttachRecord,
} from './attach-record.ts';
import { type FileChange, readSettingsFile, type SettingsFile } from './settings-file.ts';

/**
 * Puts HookMD into the settings of an agent. What they were is kept and recorded first, so that `detach` puts it back, at
 * whatever instant this ends.
 *
 * Throws ATTACH_CHANGED, ATTACH_INTERRUPTED, STATE_NOT_WRITABLE, STATE_LOCKED.
 */
export function applyAttach(stateDir: string, agent: string, changes: readonly FileChange[]): void {
  underLock(stateDir, () => {
    rejectChanged(changes);
    const { record } = readAttachRecord(stateDir, agent);
    const files = changes.map((change) => recordOf(stateDir, agent, change, record));
    const others = record.files.filter(({ target }) => files.every((one) => one.target !== target));
    writeRecord(stateDir, agent, record, [...others, ...files]);
    for (const change of changes) write(agent, change);
  });
}

/**
 * Has somebody else write a file, and records it as ours: what it was is kept first, what it became is looked at afterwards.
 * Throws what `work` throws; then the record says that it may have been written.
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
  const isOurs = known !== undefined && found !== null && known.written.includes(sha256(found.bytes));
  const note = (written: readonly string[]): void =>
    underLock(stateDir, () => {
      const { record } = readAttachRecord(stateDir, agent);
      const others = record.files.filter(({ target }) => target !== file.target);
      const base = known ?? recordOf(stateDir, agent, { file, scope: 'user', after: null, original }, record);
      writeRecord(stateDir, agent, record, [...others, { ...base, written }]);
    });
  note(isOurs ? known.written : []);
  const result = await work();
  const after = readSettingsFile(file.path).found;
  // Of what others wrote since, nobody can say any more what it was without us.
  const isSound = known === undefined || isOurs;
  note(after === null || !isSound ? [] : [sha256(after.bytes)]);
  return result;
}

/** Takes HookMD out of the settings of an agent; `gone` are the targets of which nothing has to be known any more. */
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
    for (const { folders } of record.files.filter((one) => !left.includes(one))) removeEmpty(folders);
    writeRecord(stateDir, agent, record, left);
  });
}

function underLock(stateDir: string, work: () => void): void {
  withLock(join(stateDir, 'attached.lock'), work);
}

function rejectChanged(changes: readonly FileChange[]): void {
  const other = changes.find(({ file }) => !isAsItWas(file));
  if (other !== undefined) throw new HookError('ATTACH_CHANGED', { path: other.file.path }, { exitCode: 1 });
}

function isAsItWas({ path, target, found }: SettingsFile): boolean {
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
  const kept = keepOriginal(stateDir, agent, original);
  const isSame = known !== undefined && known.original?.digest === kept?.digest;
  const digest = after === null ? [] : [sha256(after.bytes)];
  return {
    path: file.path,
    target: file.target,
    scope,
    original: kept,
    written: [...new Set([...(isSame ? known.written : []), ...digest])],
    folders: [...(known?.folders ?? []), ...missingDirectories(dirname(file.target))],
  };
}

/** What no entry names any more goes after the record that named it. */
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

function write(agent: string, { file, after }: FileChange): void {
  const { target, path, found } = file;
  try {
    if (after === null) removeFile(target);
    else {
      const owner = found === null ? {} : { owner: { uid: found.uid, gid: found.gid } };
      writeFileAtomic(target, after.bytes, { mode: after.mode, ...owner });
    }
  } catch (cause) {
    const reason = isHookError(cause) ? (cause.cause ?? cause) : cause;
    const parameters = { path, agent, detail: describeError(reason) };
    throw new HookError('ATTACH_INTERRUPTED', parameters, { cause, exitCode: 1 });
  }
}

/** The outermost first. */
function missingDirectories(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [...missingDirectories(dirname(folder)), folder];
}

function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder);
    } catch {
      // Something else is in it by now, or it is gone.
    }
  }
}
