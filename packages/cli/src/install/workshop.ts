import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { describeError, HookError } from '@hookmd/core/internal/errors/hook-error';
import { isJsonObject } from '@hookmd/core/internal/protocol/json';
import { removeFile, writeFileAtomic } from '@hookmd/core/internal/state/atomic-file';
import { holderName, isGone } from '@hookmd/core/internal/state/lock';
import { makeFolder } from '@hookmd/core/internal/state/make-folder';
import { readRecord } from '@hookmd/core/internal/state/record-file';
import type { Approval, ApprovalKey } from '@hookmd/core/internal/trust/approval';
import { removeTree } from '@hookmd/core/internal/trust/remove-tree';
import type { InstallScope } from './install-scope.ts';
import type { LockedPackage } from './lock-file.ts';
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
export interface Workshop {
  readonly id: string;
  /** In the state folder, where nobody else looks: nothing of it is in a root. */
  readonly dir: string;
}

/** Runs `work` with a folder for what it fetches, which is gone afterwards. Throws STATE_NOT_WRITABLE. */
export async function withWorkshop<T>(
  { stateDir }: Places,
  work: (shop: Workshop) => Promise<T>,
): Promise<T> {
  const id = holderName();
  const dir = join(installsDir(stateDir), id);
  try {
    makeFolder(installsDir(stateDir));
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
export function removeInstallRecord(stateDir: string, id: string): void {
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
