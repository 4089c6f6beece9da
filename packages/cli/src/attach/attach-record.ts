import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RegistrationScope } from '@hookmd/agents';
import type { Issue } from '@hookmd/core/errors';
import { isJsonObject } from '@hookmd/core/events';
import { readRecord, removeFile, sha256, writeFileAtomic } from '@hookmd/core/system';
import { registrationScopes } from './registration-files.ts';
import type { FileState } from './settings-file.ts';

/** A file that HookMD wrote for an agent. Stored as JSON. */
export interface RecordedFile {
  readonly path: string;
  /** The file itself, after any links. */
  readonly target: string;
  readonly scope: RegistrationScope;
  /** The file before HookMD; null = there was none. */
  readonly original: { readonly digest: string; readonly mode: number } | null;
  /** Digests of everything HookMD wrote there: another digest means that another tool wrote the file. */
  readonly written: readonly string[];
  /** Directories that HookMD made for it, the outermost first. */
  readonly directories: readonly string[];
}

/** The changes to the settings of one agent, written before the settings: they may not have happened yet. */
export interface AttachRecord {
  readonly version: 1;
  readonly files: readonly RecordedFile[];
}

const nothing: AttachRecord = { version: 1, files: [] };

export function readAttachRecord(
  stateDir: string,
  agent: string,
): { readonly record: AttachRecord; readonly problem: Issue | null } {
  const { value, problem } = readRecord(recordPath(stateDir, agent), isRecord);
  return { record: value ?? nothing, problem };
}

/** Throws STATE_NOT_WRITABLE. */
export function writeAttachRecord(stateDir: string, agent: string, record: AttachRecord): void {
  const path = recordPath(stateDir, agent);
  if (record.files.length === 0) removeFile(path);
  else writeFileAtomic(path, `${JSON.stringify(record, null, 2)}\n`);
}

/** Stores the original of a file under its digest. */
export function storeOriginal(stateDir: string, agent: string, state: FileState): RecordedFile['original'] {
  if (state === null) return null;
  const digest = sha256(state.bytes);
  writeFileAtomic(originalPath(stateDir, agent, digest), state.bytes);
  return { digest, mode: state.mode };
}

/** The original of a file that only HookMD changed; undefined = another tool changed it, or the original is lost. */
export function originalOf(
  stateDir: string,
  agent: string,
  recorded: RecordedFile | undefined,
  found: Buffer,
): FileState | undefined {
  if (recorded === undefined || !recorded.written.includes(sha256(found))) return undefined;
  const { original } = recorded;
  if (original === null) return null;
  try {
    const bytes = readFileSync(originalPath(stateDir, agent, original.digest));
    return sha256(bytes) === original.digest ? { bytes, mode: original.mode } : undefined;
  } catch {
    return undefined;
  }
}

export function forgetOriginal(stateDir: string, agent: string, digest: string): void {
  removeFile(originalPath(stateDir, agent, digest));
}

function recordPath(stateDir: string, agent: string): string {
  return join(stateDir, 'attached', `${agent}.json`);
}

function originalPath(stateDir: string, agent: string, digest: string): string {
  return join(stateDir, 'attached', `${agent}.${digest}.original`);
}

function isRecord(value: unknown): value is AttachRecord {
  return isJsonObject(value) && value['version'] === 1 && isListOf(value['files'], isRecordedFile);
}

function isRecordedFile(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { path, target, scope, original, written, directories } = value;
  return (
    isString(path) &&
    isString(target) &&
    registrationScopes.some((known) => known === scope) &&
    (original === null || isOriginal(original)) &&
    isListOf(written, isString) &&
    isListOf(directories, isString)
  );
}

function isOriginal(value: unknown): boolean {
  return (
    isJsonObject(value) && /^[0-9a-f]{64}$/.test(String(value['digest'])) && Number.isInteger(value['mode'])
  );
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
