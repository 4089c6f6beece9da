import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { isJsonObject } from '@hookmd/core/events';
import type { Places } from '@hookmd/core/manifest';
import {
  holderName,
  isGone,
  makeDirectory,
  readRecord,
  removeFile,
  syncDirectory,
  writeFileAtomic,
} from '@hookmd/core/system';
import {
  type Approval,
  type ApprovalKey,
  type ContentSink,
  digestOf,
  readContent,
  readTree,
  removeTree,
} from '@hookmd/core/trust';
import { type InstallScope, rejectMoved, rejectReadOnly } from './install-scope.ts';
import type { LockedPackage } from './lockfile.ts';
import { installsDir } from './unfinished.ts';

const RECORD_SCHEMA = 'hookmd.installation/1';

/** A folder that is put in place, or taken away. */
export interface Move {
  /** In the root of the packages. */
  readonly folder: string;
  /** A new one stands ready in the stage. */
  readonly isNew: boolean;
  /** Device and number of the folder that it takes the place of; null = none may be there. */
  readonly old: string | null;
}

/** All that one call changes; doing it twice is the same as doing it once. */
export interface Change extends Pick<InstallScope, 'source' | 'hooksDir' | 'lockPath'> {
  readonly projectDir: string;
  readonly stage: string;
  /** What it is called when it is finished later: `install @acme/guards`. */
  readonly title: string;
  readonly moves: readonly Move[];
  /** Of hooks.lock; null = taken out. */
  readonly locked: Readonly<Record<string, LockedPackage | null>>;
  readonly approvals: readonly Approval[];
  /** Whatever a person decided about these. */
  readonly forgotten: readonly ApprovalKey[];
  /** Packages that are only watched from now on. */
  readonly shadowed: readonly string[];
}

/** `change` is null until everything is ready: then there is nothing to finish, only something to clear away. */
interface InstallRecord {
  readonly schema: typeof RECORD_SCHEMA;
  readonly stage: string;
  readonly change: Change | null;
}

/** The place of one call: what it fetches, and its record, by which others can tell that it was killed. */
export interface TempDirectory {
  readonly id: string;
  /** In the state folder, where nobody else looks: nothing of it is in a root. */
  readonly dir: string;
}

/** Runs `work` with a folder for what it fetches, which is gone afterwards. Throws STATE_NOT_WRITABLE. */
export async function withTempDirectory<T>(
  { stateDir }: Places,
  work: (temp: TempDirectory) => Promise<T>,
): Promise<T> {
  const id = holderName();
  const dir = join(installsDir(stateDir), id);
  try {
    makeDirectory(installsDir(stateDir));
    mkdirSync(dir, { mode: 0o700 });
  } catch (cause) {
    const parameters = { detail: describeError(cause), path: installsDir(stateDir) };
    throw new HookError('STATE_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
  try {
    return await work({ id, dir });
  } finally {
    removeTree(dir);
  }
}

/** Writes that a stage is there, or, with `change`, that all of it is to happen: from then on it will. Throws STATE_NOT_WRITABLE. */
export function writeInstallRecord(stateDir: string, id: string, stage: string, change: Change | null): void {
  const record: InstallRecord = { schema: RECORD_SCHEMA, stage, change };
  writeFileAtomic(recordPath(stateDir, id), JSON.stringify(record));
}

/** Null = there is none, or none that counts. */
export function readInstallRecord(stateDir: string, id: string): InstallRecord | null {
  return readRecord(recordPath(stateDir, id), isInstallRecord).value;
}

/** Also the half of one that a killed process was writing. Throws STATE_NOT_WRITABLE. */
function removeInstallRecord(stateDir: string, id: string): void {
  for (const name of readdirSync(installsDir(stateDir)))
    if (idOf(name) === id && name !== id) removeFile(join(installsDir(stateDir), name));
}

/** Ids of calls whose process has ended. */
export function abandonedIds(stateDir: string): readonly string[] {
  const ids = readdirSync(installsDir(stateDir)).map(idOf);
  return [...new Set(ids)].filter(isGone).sort();
}

/** Of a folder, of a record, and of one that is being written. */
function idOf(name: string): string {
  return name.replace(/^\.(.*)\.json\.[0-9a-f]+\.tmp$|^(.*)\.json$/, '$1$2');
}

function recordPath(stateDir: string, id: string): string {
  return join(installsDir(stateDir), `${id}.json`);
}

/** The folder is the person's alone, and what stands in it we wrote: this tells versions apart. */
function isInstallRecord(value: unknown): value is InstallRecord {
  if (!isJsonObject(value) || value.schema !== RECORD_SCHEMA) return false;
  return typeof value.stage === 'string' && (value.change === null || isJsonObject(value.change));
}

/** Begins the name of a folder with what is about to be installed; no scan takes it for a package. */
export const STAGE = '.stage-';

/** What is to stand in the root under this name, and where it is now. */
export interface StagedDirectory {
  readonly folder: string;
  readonly dir: string;
  readonly digest: string;
}

/**
 * Writes folders into a stage beside the root, down to the disk, and runs `work` with it. Afterwards the stage is gone,
 * unless `work` wrote the record that says what is to become of it, and could not carry it out.
 *
 * Throws INSTALL_NOT_WRITABLE, and DIGEST_MISMATCH where a folder has other bytes than those that were shown.
 */
export async function withStage<T>(
  scope: InstallScope,
  { stateDir, temp }: { readonly stateDir: string; readonly temp: TempDirectory },
  folders: readonly StagedDirectory[],
  work: (stage: string) => Promise<T>,
): Promise<T> {
  const stage = join(scope.stageDir, STAGE + temp.id);
  rejectMoved({ ...scope, stage });
  for (const path of [scope.stageDir, scope.hooksDir]) rejectReadOnly(path);
  writeInstallRecord(stateDir, temp.id, stage, null);
  let isKept = false;
  try {
    writable(stage, () => {
      makeDirectory(scope.hooksDir);
      mkdirSync(stage, { mode: 0o700 }); // a new one: what somebody put there beforehand is not written through
      for (const one of folders) stageDirectory(one, stage);
      for (const part of [newDir(stage), oldDir(stage)]) makeDirectory(part);
      for (const path of [newDir(stage), stage, scope.stageDir]) syncDirectory(path);
    });
    return await work(stage);
  } catch (error) {
    isKept = isHookError(error) && error.code === 'INSTALL_UNFINISHED';
    throw error;
  } finally {
    if (!isKept) clearStage(stateDir, temp.id, stage);
  }
}

/** The stage first: while there is a record, somebody will look for it. Throws STATE_NOT_WRITABLE. */
export function clearStage(stateDir: string, id: string, stage: string | null): void {
  if (stage !== null) removeTree(stage);
  removeInstallRecord(stateDir, id);
}

export function newDir(stage: string, folder = ''): string {
  return join(stage, 'new', folder);
}

export function oldDir(stage: string, folder = ''): string {
  return join(stage, 'old', folder);
}

/** Device and number of what stands at a path; null = nothing does. Links are not followed. */
export function identify(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}

function stageDirectory({ folder, dir, digest }: StagedDirectory, stage: string): void {
  const target = newDir(stage, folder);
  makeDirectory(target);
  const { files, problems } = readContent(dir, copyInto(target));
  const [problem] = problems;
  if (problem !== undefined) throw new HookError('PACKAGE_UNAPPROVABLE', { ...problem }, { exitCode: 1 });
  for (const { path, target: link } of files) {
    if (link === null) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    symlinkSync(link, join(target, path));
  }
  const found = digestOf(files);
  if (found !== digest)
    throw new HookError('DIGEST_MISMATCH', { name: folder, found, given: digest }, { exitCode: 1 });
  for (const { absolute, stats } of readTree(target).nodes)
    if (stats.isDirectory()) syncDirectory(absolute.toString());
  syncDirectory(target);
}

/** As in a checkout: the person edits these, and what runs is a copy of its own. */
function copyInto(target: string): ContentSink {
  let file = -1;
  return {
    begin(path, isExecutable) {
      const to = join(target, path);
      mkdirSync(dirname(to), { recursive: true });
      file = openSync(to, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      fchmodSync(file, isExecutable ? 0o755 : 0o644);
    },
    write(chunk) {
      writeFileSync(file, chunk);
    },
    end() {
      if (file === -1) return;
      const finished = file;
      file = -1;
      try {
        fsyncSync(finished);
      } finally {
        closeSync(finished);
      }
    },
  };
}

function writable(stage: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    if (isHookError(cause)) throw cause;
    const parameters = { path: dirname(stage), detail: describeError(cause) };
    throw new HookError('INSTALL_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
}
