import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isErrno } from '../errors/hook-error.ts';
import type { Issue } from '../errors/issue.ts';
import { isJsonObject } from '../events/json.ts';
import { removeFile, writeFileAtomic } from '../state/files.ts';
import { encodeFileName, sha256 } from '../state/hash.ts';
import { readRecord } from '../state/record-file.ts';

export const ENABLEMENT_SCHEMA = 'hookmd.enablement/1';

/** A person's wish about one hook. One file each, so that any number of processes can write at once. */
export interface Enablement {
  readonly schema: typeof ENABLEMENT_SCHEMA;
  readonly enabled: boolean;
  /** ISO time. */
  readonly at: string;
  /** Of the package when the wish was made, where it could be read. */
  readonly digest: string | null;
  /** Real path of the project whose wish it is; none = the user's. */
  readonly project?: string;
}

/** Names in folders of records, listed once for many look-ups that belong together. */
export type Listings = Map<string, ReadonlySet<string>>;

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
  const whose = projectDir === null ? {} : { project: realPath(projectDir) };
  const record: Enablement = { schema: ENABLEMENT_SCHEMA, enabled, at: now.toISOString(), digest, ...whose };
  writeFileAtomic(enablementPath(stateDir, qualifiedName, projectDir), JSON.stringify(record));
}

/** Forgets what a person wished about a hook: of a project's in that project, of any other everywhere. Throws STATE_NOT_WRITABLE. */
export function forgetEnablement(stateDir: string, qualifiedName: string, projectDir: string | null): void {
  removeFile(enablementPath(stateDir, qualifiedName, projectDir));
  if (projectDir !== null) return;
  const projects = join(stateDir, 'enablement', 'project');
  for (const hash of namesIn(projects))
    removeFile(join(projects, hash, `${encodeFileName(qualifiedName)}.json`));
}

/** How many records each project has, by the real paths that they name; also of projects that are gone. Only looks. */
export function countByProject(stateDir: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const projects = join(stateDir, 'enablement', 'project');
  for (const hash of namesIn(projects)) {
    for (const name of namesIn(join(projects, hash))) {
      const { value } = readRecord(join(projects, hash, name), isEnablement, { setsAside: false });
      const project = value?.project;
      // What names another project than the one that it holds in says nothing.
      if (project !== undefined && projectHash(project) === hash)
        counts.set(project, (counts.get(project) ?? 0) + 1);
    }
  }
  return counts;
}

/** The record of the project (`--here`) counts before the user's. A damaged one counts for nothing and is said. */
export function readEnablement(
  stateDir: string,
  qualifiedName: string,
  projectDir: string | null,
  listings: Listings = new Map(),
  access: { setsAside?: boolean } = {},
): EnablementReading {
  const issues: Issue[] = [];
  // Hashing the project for each of a thousand hooks would cost more than all records that exist.
  const hasProjects = projectDir !== null && existsSync(join(stateDir, 'enablement', 'project'));
  const places = hasProjects ? [projectDir, null] : [null];
  for (const place of places) {
    const path = enablementPath(stateDir, qualifiedName, place);
    if (!isListed(path, listings)) continue;
    const { value, problem } = readRecord(path, isEnablement, access);
    if (problem !== null) issues.push(problem);
    if (value !== null) return { enabled: value.enabled, from: place === null ? 'user' : 'project', issues };
  }
  return { enabled: null, from: null, issues };
}

/** Whether there is such a record, from one listing of its folder: most hooks have none. */
function isListed(path: string, listings: Listings): boolean {
  const folder = dirname(path);
  try {
    let names = listings.get(folder);
    if (names === undefined) {
      names = new Set(readdirSync(folder));
      listings.set(folder, names);
    }
    return names.has(basename(path));
  } catch (error) {
    // What cannot be listed is asked for by name, so that it is said.
    return !isErrno(error, 'ENOENT');
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isEnablement(value: unknown): value is Enablement {
  if (!isJsonObject(value) || value.schema !== ENABLEMENT_SCHEMA || typeof value.enabled !== 'boolean')
    return false;
  if (value.project !== undefined && typeof value.project !== 'string') return false;
  return typeof value.at === 'string' && (value.digest === null || typeof value.digest === 'string');
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path); // it is gone: its records are looked for under the last known name
  }
}
