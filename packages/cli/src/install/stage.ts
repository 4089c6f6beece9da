import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, HookError, isHookError } from '@hookmd/core/internal/errors/hook-error';
import { syncFolder } from '@hookmd/core/internal/state/atomic-file';
import { makeFolder } from '@hookmd/core/internal/state/make-folder';
import { type ContentSink, digestOf, readContent } from '@hookmd/core/internal/trust/digest';
import { readTree } from '@hookmd/core/internal/trust/package-tree';
import { removeTree } from '@hookmd/core/internal/trust/remove-tree';
import { type InstallScope, refuseMoved, refuseReadOnly } from './install-scope.ts';
import { removeInstallRecord, type Workshop, writeInstallRecord } from './workshop.ts';

/** Begins the name of a folder with what is about to be installed; no scan takes it for a package. */
export const STAGE = '.stage-';

/** What is to stand in the root under this name, and where it is now. */
export interface StagedFolder {
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
  { stateDir, shop }: { readonly stateDir: string; readonly shop: Workshop },
  folders: readonly StagedFolder[],
  work: (stage: string) => Promise<T>,
): Promise<T> {
  const stage = join(scope.stageDir, STAGE + shop.id);
  refuseMoved({ ...scope, stage });
  for (const path of [scope.stageDir, scope.hooksDir]) refuseReadOnly(path);
  writeInstallRecord(stateDir, shop.id, stage, null);
  let isKept = false;
  try {
    writable(stage, () => {
      makeFolder(scope.hooksDir);
      mkdirSync(stage, { mode: 0o700 }); // a new one: what somebody put there beforehand is not written through
      for (const one of folders) stageFolder(one, stage);
      for (const part of [newDir(stage), oldDir(stage)]) makeFolder(part);
      for (const path of [newDir(stage), stage, scope.stageDir]) syncFolder(path);
    });
    return await work(stage);
  } catch (error) {
    isKept = isHookError(error) && error.code === 'INSTALL_UNFINISHED';
    throw error;
  } finally {
    if (!isKept) clearStage(stateDir, shop.id, stage);
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

function stageFolder({ folder, dir, digest }: StagedFolder, stage: string): void {
  const target = newDir(stage, folder);
  makeFolder(target);
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
    if (stats.isDirectory()) syncFolder(absolute.toString());
  syncFolder(target);
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
