import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isJsonObject } from '../events/json.ts';
import { removeFile, writeFileAtomic } from '../state/files.ts';
import { readRecord } from '../state/record-file.ts';
import { type ApprovalKey, approvalPath } from './approval.ts';

const REJECTION_SCHEMA = 'hookmd.refusal/1';

/** A person wanted these bytes approved, they were asked what they are for, and did not say: why they are invalid. */
export interface Rejection extends ApprovalKey {
  readonly schema: typeof REJECTION_SCHEMA;
  readonly digest: string;
  /** What it did instead, as the end of a sentence. */
  readonly detail: string;
}

/** Only what `list` and `check` say depends on it: where it cannot be written, nothing is lost. */
export function writeRejection(stateDir: string, key: ApprovalKey, digest: string, detail: string): void {
  const { qualifiedName, root, folder } = key;
  const rejection: Rejection = { schema: REJECTION_SCHEMA, qualifiedName, root, folder, digest, detail };
  try {
    writeFileAtomic(rejectionPath(stateDir, key), JSON.stringify(rejection), { isMemory: true });
  } catch {
    // The person who asked is told all the same.
  }
}

/** Throws STATE_NOT_WRITABLE. */
export function removeRejection(stateDir: string, key: ApprovalKey): void {
  removeFile(rejectionPath(stateDir, key));
}

/** Every refusal that can be read. */
export function listRejections(stateDir: string): readonly Rejection[] {
  return namesIn(rejectionsDir(stateDir)).flatMap((name) => {
    const path = join(rejectionsDir(stateDir), name);
    const { value } = readRecord(path, (one): one is Rejection => isRefusal(one, path), { setsAside: false });
    return value === null ? [] : [value];
  });
}

function rejectionsDir(stateDir: string): string {
  return join(stateDir, 'refusals');
}

function rejectionPath(stateDir: string, key: ApprovalKey): string {
  return join(rejectionsDir(stateDir), basename(approvalPath('', key)));
}

function isRefusal(value: unknown, path: string): boolean {
  if (!isJsonObject(value) || value.schema !== REJECTION_SCHEMA) return false;
  const texts = ['qualifiedName', 'root', 'folder', 'digest', 'detail'];
  if (!texts.every((key) => typeof value[key] === 'string')) return false;
  return basename(approvalPath('', value as unknown as ApprovalKey)) === basename(path);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  } catch {
    return [];
  }
}
