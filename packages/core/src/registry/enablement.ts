import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realPath } from '../discovery/places.ts';
import { isErrno } from '../errors/hook-error.ts';
import type { Issue } from '../errors/issue.ts';
import { isJsonObject } from '../events/json.ts';
import { namesIn, removeFile, writeFileAtomic } from '../state/files.ts';
import { encodeFileName, sha256 } from '../state/hash.ts';
import { readRecord } from '../state/record-file.ts';

export const ENABLEMENT_SCHEMA = 'hookmd.enablement/1';

/** The user's choice for one hook. One file each, so that processes can write at the same time. */
export interface Enablement {
  readonly schema: typeof ENABLEMENT_SCHEMA;
  readonly enabled: boolean;
  /** ISO time. */
  readonly at: string;
  /** Of the package at that time, where it could be read. */
  readonly digest: string | null;
  /** Real path of the project it applies to; none = all. */
  readonly project?: string;
}

/** File names by directory of records, listed once for many lookups. */
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

/** `projectDir` is null for the user's record, which applies in every project. */
export function enablementPath(stateDir: string, qualifiedName: string, projectDir: string | null): string {
  const scope = projectDir === null ? join('user', '_') : join('project', projectHash(projectDir));
  return join(stateDir, 'enablement', scope, `${encodeFileName(qualifiedName)}.json`);
}

/** Throws STATE_NOT_WRITABLE; the earlier record then stays. */
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

/** Removes the records of a hook: in one project, or everywhere. Throws STATE_NOT_WRITABLE. */
export function forgetEnablement(stateDir: string, qualifiedName: string, projectDir: string | null): void {
  removeFile(enablementPath(stateDir, qualifiedName, projectDir));
  if (projectDir !== null) return;
  const projects = join(stateDir, 'enablement', 'project');
  for (const hash of namesIn(projects))
    removeFile(join(projects, hash, `${encodeFileName(qualifiedName)}.json`));
}

/** Counts records by project, including removed projects. Changes nothing. */
export function countByProject(stateDir: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const projects = join(stateDir, 'enablement', 'project');
  for (const hash of namesIn(projects)) {
    for (const name of namesIn(join(projects, hash))) {
      const { value } = readRecord(join(projects, hash, name), isEnablement, { setsAside: false });
      const project = value?.project;
      // Ignores a record in the directory of another project.
      if (project !== undefined && projectHash(project) === hash)
        counts.set(project, (counts.get(project) ?? 0) + 1);
    }
  }
  return counts;
}

/** The record of the project (`--here`) wins over the user's. Reports and ignores a damaged one. */
export function readEnablement(
  stateDir: string,
  qualifiedName: string,
  projectDir: string | null,
  listings: Listings = new Map(),
  access: { setsAside?: boolean } = {},
): EnablementReading {
  const issues: Issue[] = [];
  // Saves a hash per hook where no project has records.
  const hasProjects = projectDir !== null && existsSync(join(stateDir, 'enablement', 'project'));
  const places = hasProjects ? [projectDir, null] : [null];
  for (const location of places) {
    const path = enablementPath(stateDir, qualifiedName, location);
    if (!isListed(path, listings)) continue;
    const { value, problem } = readRecord(path, isEnablement, access);
    if (problem !== null) issues.push(problem);
    if (value !== null)
      return { enabled: value.enabled, from: location === null ? 'user' : 'project', issues };
  }
  return { enabled: null, from: null, issues };
}

/** Whether there is such a record, by one listing of its directory: most hooks have none. */
function isListed(path: string, listings: Listings): boolean {
  const directory = dirname(path);
  try {
    let names = listings.get(directory);
    if (names === undefined) {
      names = new Set(readdirSync(directory));
      listings.set(directory, names);
    }
    return names.has(basename(path));
  } catch (error) {
    // Where the directory cannot be listed, reading the record reports why.
    return !isErrno(error, 'ENOENT');
  }
}

function isEnablement(value: unknown): value is Enablement {
  if (!isJsonObject(value) || value.schema !== ENABLEMENT_SCHEMA || typeof value.enabled !== 'boolean')
    return false;
  if (value.project !== undefined && typeof value.project !== 'string') return false;
  return typeof value.at === 'string' && (value.digest === null || typeof value.digest === 'string');
}
