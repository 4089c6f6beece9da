import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Issue } from '../errors/issue.ts';
import { isJsonObject } from '../protocol/json.ts';
import { writeFileAtomic } from '../state/atomic-file.ts';
import { encodeFileName } from '../state/file-name.ts';
import { readRecord } from '../state/record-file.ts';
import { sha256 } from '../state/sha256.ts';

export const ENABLEMENT_SCHEMA = 'hookmd.enablement/1';

/** A person's wish about one hook. One file each, so that any number of processes can write at once. */
export interface Enablement {
  readonly schema: typeof ENABLEMENT_SCHEMA;
  readonly enabled: boolean;
  /** ISO time. */
  readonly at: string;
  /** Of the package when the wish was made, where it could be read. */
  readonly digest: string | null;
}

export interface EnablementReading {
  /** Null = no record counts: the manifest decides. */
  readonly enabled: boolean | null;
  readonly from: 'project' | 'user' | null;
  readonly issues: readonly Issue[];
}

/** 16 hex digits of the real path: the same project through every link to it. */
export function projectHash(projectDir: string): string {
  return sha256(realPath(projectDir)).slice(0, 16);
}

/** `projectDir` is null for the user's record, which holds in every project. */
export function enablementPath(stateDir: string, qualifiedName: string, projectDir: string | null): string {
  const scope = projectDir === null ? join('user', '_') : join('project', projectHash(projectDir));
  return join(stateDir, 'enablement', scope, `${encodeFileName(qualifiedName)}.json`);
}

/** Throws STATE_NOT_WRITABLE; the earlier record then stands. */
export function writeEnablement(
  stateDir: string,
  qualifiedName: string,
  projectDir: string | null,
  wish: { readonly enabled: boolean; readonly digest: string | null },
  now: Date = new Date(),
): void {
  const { enabled, digest } = wish;
  const record: Enablement = { schema: ENABLEMENT_SCHEMA, enabled, at: now.toISOString(), digest };
  writeFileAtomic(enablementPath(stateDir, qualifiedName, projectDir), JSON.stringify(record));
}

/** The record of the project (`--here`) counts before the user's. A damaged one counts for nothing and is said. */
export function readEnablement(
  stateDir: string,
  qualifiedName: string,
  projectDir: string | null,
): EnablementReading {
  const issues: Issue[] = [];
  // Hashing the project for each of a thousand hooks would cost more than all records that exist.
  const hasProjects = projectDir !== null && existsSync(join(stateDir, 'enablement', 'project'));
  const places = hasProjects ? [projectDir, null] : [null];
  for (const place of places) {
    const { value, problem } = readRecord(enablementPath(stateDir, qualifiedName, place), isEnablement);
    if (problem !== null) issues.push(problem);
    if (value !== null) return { enabled: value.enabled, from: place === null ? 'user' : 'project', issues };
  }
  return { enabled: null, from: null, issues };
}

function isEnablement(value: unknown): value is Enablement {
  if (!isJsonObject(value) || value.schema !== ENABLEMENT_SCHEMA || typeof value.enabled !== 'boolean')
    return false;
  return typeof value.at === 'string' && (value.digest === null || typeof value.digest === 'string');
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path); // it is gone: its records are looked for under the last known name
  }
}
