import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isJsonObject } from '../events/json.ts';
import { removeFile, writeFileAtomic } from '../state/files.ts';
import { readRecord } from '../state/record-file.ts';
import { type ApprovalKey, approvalPath } from './approval.ts';

const REFUSAL_SCHEMA = 'hookmd.refusal/1';

/** A person wanted these bytes approved, they were asked what they are for, and did not say: why they are invalid. */
export interface Refusal extends ApprovalKey {
  readonly schema: typeof REFUSAL_SCHEMA;
  readonly digest: string;
  /** What it did instead, as the end of a sentence. */
  readonly detail: string;
}

/** Only what `list` and `check` say depends on it: where it cannot be written, nothing is lost. */
export function writeRefusal(stateDir: string, key: ApprovalKey, digest: string, detail: string): void {
  const { qualifiedName, root, folder } = key;
  const refusal: Refusal = { schema: REFUSAL_SCHEMA, qualifiedName, root, folder, digest, detail };
  try {
    writeFileAtomic(refusalPath(stateDir, key), JSON.stringify(refusal), { isMemory: true });
  } catch {
    // The person who asked is told all the same.
  }
}

/** Throws STATE_NOT_WRITABLE. */
export function removeRefusal(stateDir: string, key: ApprovalKey): void {
  removeFile(refusalPath(stateDir, key));
}

/** Every refusal that can be read. */
export function listRefusals(stateDir: string): readonly Refusal[] {
  return namesIn(refusalsDir(stateDir)).flatMap((name) => {
    const path = join(refusalsDir(stateDir), name);
    const { value } = readRecord(path, (one): one is Refusal => isRefusal(one, path), { setsAside: false });
    return value === null ? [] : [value];
  });
}

function refusalsDir(stateDir: string): string {
  return join(stateDir, 'refusals');
}

function refusalPath(stateDir: string, key: ApprovalKey): string {
  return join(refusalsDir(stateDir), basename(approvalPath('', key)));
}

function isRefusal(value: unknown, path: string): boolean {
  if (!isJsonObject(value) || value.schema !== REFUSAL_SCHEMA) return false;
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
