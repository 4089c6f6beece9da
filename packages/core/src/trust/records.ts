import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, isErrno } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { isJsonObject, type JsonObject } from '../events/json.ts';
import { removeFile, writeFileAtomic } from '../state/files.ts';
import { encodeFileName, quickHash } from '../state/hash.ts';
import { ownershipProblem, readRecord } from '../state/record-file.ts';

/** Which package a record of the state is about. */
export interface ApprovalKey {
  /** `project/x`, `user/x`. */
  readonly qualifiedName: string;
  /** Real path of the hooks directory: the same project has the same one through every link. */
  readonly root: string;
  /** Directory of the package in it. */
  readonly directory: string;
}

/** A kind of record: one file for each package, in a directory of the state. */
export interface RecordKind<T extends StateRecord> {
  readonly directory: string;
  readonly schema: T['schema'];
  /** Keys that hold a string, beside those of the package. */
  readonly texts: readonly string[];
  /** What else must hold. */
  readonly check: (record: JsonObject) => boolean;
}

type StateRecord = ApprovalKey & { readonly schema: string };

export function recordPath(stateDir: string, { directory }: { directory: string }, key: ApprovalKey): string {
  const location = quickHash(`${key.root}\0${key.directory}`);
  return join(stateDir, directory, `${encodeFileName(key.qualifiedName)}-${location}.json`);
}

/** The record of one package. Null = none; `problem` has the reason if a file exists and does not count. */
export function readOne<T extends StateRecord>(
  stateDir: string,
  kind: RecordKind<T>,
  path: string,
  access: { setsAside?: boolean } = {},
): { readonly value: T | null; readonly problem: Issue | null } {
  const { value, problem } = readRecord(path, (found) => isRecord(found, kind, stateDir, path), access);
  const distrust = value === null ? problem : ownershipProblem(stateDir);
  return { value: distrust === null ? value : null, problem: distrust };
}

/** Every record that counts, by file name, and what does not count. */
export function listRecords<T extends StateRecord>(
  stateDir: string,
  kind: RecordKind<T>,
  access: { setsAside?: boolean } = {},
): { records: T[]; issues: Issue[] } {
  const directory = join(stateDir, kind.directory);
  const distrust = ownershipProblem(stateDir);
  if (distrust !== null) return { records: [], issues: [distrust] };
  const records: T[] = [];
  const issues: Issue[] = [];
  try {
    const names = readdirSync(directory).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    for (const name of names.sort()) {
      const path = join(directory, name);
      const { value, problem } = readRecord(path, (found) => isRecord(found, kind, stateDir, path), access);
      if (value !== null) records.push(value);
      if (problem !== null) issues.push(problem);
    }
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) {
      const detail = describeError(error);
      issues.push(issue('STATE_IGNORED', { detail, path: directory }, { path: directory }));
    }
  }
  return { records, issues };
}

/** Throws STATE_NOT_WRITABLE; the earlier record then stays. */
export function writeOne<T extends StateRecord>(
  stateDir: string,
  kind: RecordKind<T>,
  record: T,
  options: { isMemory?: boolean } = {},
): void {
  writeFileAtomic(recordPath(stateDir, kind, record), JSON.stringify(record), options);
}

/** False = there was none. Throws STATE_NOT_WRITABLE. */
export function removeOne(stateDir: string, kind: { directory: string }, key: ApprovalKey): boolean {
  return removeFile(recordPath(stateDir, kind, key));
}

/** A record under the file name of another package would approve bytes that no user has read. */
function isRecord<T extends StateRecord>(
  value: unknown,
  kind: RecordKind<T>,
  stateDir: string,
  path: string,
): value is T {
  if (!isJsonObject(value) || value['schema'] !== kind.schema) return false;
  const texts = ['qualifiedName', 'root', 'directory', ...kind.texts];
  if (!texts.every((key) => typeof value[key] === 'string') || !kind.check(value)) return false;
  return recordPath(stateDir, kind, value as unknown as T) === path;
}
