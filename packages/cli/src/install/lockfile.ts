import { renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeError, didYouMean, HookError, isErrno } from '@hookmd/core/errors';
import { isPackageName } from '@hookmd/core/manifest';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import * as z from '@hookmd/core/schema';
import { readPlainFile, removeFile, syncDirectory, writeFileAtomic } from '@hookmd/core/system';
import { decodeUtf8, readJsonDocument } from '@hookmd/core/text';
import { type ApprovalKey, isDigest } from '@hookmd/core/trust';
import { locateInJson, placeOfSyntaxError } from '../commands/test/json-places.ts';
import { PackageRejected, tooLarge } from './archive/package-problem.ts';
import type { InstallScope } from './install-scope.ts';

const MAX_BYTES = 1024 * 1024;

/** One installed package, exactly: enough to fetch the same bytes again and to recognize them. */
export interface LockedPackage {
  /** As the user wrote it. */
  readonly spec: string;
  readonly resolved: string;
  readonly version: string | null;
  readonly integrity: string | null;
  readonly commit: string | null;
  /** By the name of their directory; `path` is in the package. */
  readonly hooks: Readonly<Record<string, { readonly path: string; readonly digest: string }>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const name = z.string().regex(/^(@[a-z0-9][a-z0-9._-]{0,63}\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
const text = z.string().min(1).max(2048);
const inside = text.refine((path) => path === '.' || !path.split('/').some((part) => /^\.{0,2}$/.test(part)));
const lockSchema: z.ZodType<Lockfile & { readonly lockfileVersion: 1 }> = z.strictObject({
  lockfileVersion: z.literal(1),
  packages: z.record(
    name,
    z.strictObject({
      spec: text,
      resolved: text,
      version: text.nullable(),
      integrity: text.nullable(),
      commit: text.nullable(),
      hooks: z.record(
        z.string().refine(isPackageName),
        z.strictObject({ path: inside, digest: z.string().refine(isDigest) }),
      ),
    }),
  ),
});

/** Reads a `hooks.lock`, which comes from outside; a missing one names nothing. Throws LOCKFILE_CONFLICT, LOCKFILE_INVALID. */
export function readLockfile(path: string): Lockfile {
  const bytes = readBytes(path);
  if (bytes === null) return { packages: {} };
  const found = decodeUtf8(bytes);
  if (found === null) throw invalid(path, 'is not UTF-8 text');
  const conflict = found.split('\n').findIndex((line) => /^(<{7}|={7}|>{7})( |\r?$)/.test(line));
  if (conflict >= 0)
    throw new HookError('LOCKFILE_CONFLICT', { location: `${path}:${conflict + 1}` }, { exitCode: 1 });
  const reading = readJsonDocument(found);
  if ('error' in reading) {
    const line = placeOfSyntaxError(found, reading.error)?.line;
    throw line === undefined
      ? invalid(path, `is not plain JSON: ${reading.error}`)
      : invalid(`${path}:${line}`, 'is not JSON');
  }
  const result = lockSchema.safeParse(reading.value);
  if (result.success) return result.data;
  const [problem] = result.error.issues;
  const at = (problem?.path ?? []).map((step) => (typeof step === 'number' ? step : String(step)));
  const { line } = locateInJson(found)(at);
  const key = at.length === 0 ? 'it' : `\`${at.join('.')}\``;
  throw invalid(`${path}:${line}`, `does not have the form of a lock at ${key}`);
}

/** As `readLockfile`; null where there is no such file. */
export function readLockfileIfPresent(path: string): Lockfile | null {
  return readBytes(path) === null ? null : readLockfile(path);
}

/**
 * Sets packages (null = removes them). The new text is first written into `stage`, so that a killed process leaves nothing beside
 * the lockfile. Throws as `readLockfile`, and errors of the file system.
 */
export function changeLockfile(
  path: string,
  edits: Readonly<Record<string, LockedPackage | null>>,
  stage: string,
): void {
  const next = nextText(path, edits);
  if (next === null) {
    removeFile(path);
    return;
  }
  if (readBytes(path)?.toString('utf8') === next) return;
  const isNear = dirname(path) === dirname(stage);
  const draft = isNear ? join(stage, basename(path)) : path;
  writeFileAtomic(draft, next, { mode: 0o644 });
  if (!isNear) return;
  renameSync(draft, path);
  syncDirectory(dirname(path));
}

/** Throws PACKAGE_TOO_LARGE if the lockfile could not be read with these packages in it. */
export function rejectUnreadable(path: string, edits: Readonly<Record<string, LockedPackage | null>>): void {
  const next = nextText(path, edits);
  if (next === null) return;
  if (Buffer.byteLength(next) > MAX_BYTES)
    throw new PackageRejected(tooLarge('makes hooks.lock larger than 1 MB'));
  if (!lockSchema.safeParse(JSON.parse(next)).success)
    throw new PackageRejected(tooLarge('has a URL or path that is too long for hooks.lock'));
}

/** Null = it names no package. */
function nextText(path: string, edits: Readonly<Record<string, LockedPackage | null>>): string | null {
  const before = readLockfile(path).packages;
  const after = Object.entries({ ...before, ...edits }).filter(([, item]) => item !== null);
  const all = { lockfileVersion: 1, packages: Object.fromEntries(after) };
  return after.length === 0 ? null : `${JSON.stringify(sortKeys(all), null, 2)}\n`;
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

function readBytes(path: string): Buffer | null {
  try {
    return readPlainFile(path, MAX_BYTES);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw invalid(path, `cannot be read: ${describeError(error)}`);
  }
}

function invalid(location: string, detail: string): HookError {
  return new HookError('LOCKFILE_INVALID', { location, detail }, { exitCode: 1 });
}

export function lockedAs({ packages }: Lockfile, name: string): LockedPackage | null {
  return Object.hasOwn(packages, name) ? (packages[name] ?? null) : null;
}

/** The hooks in a directory of the hooks directory: of a package one, of a plugin all of its hooks. */
export function installedAs(
  { statuses }: Inventory,
  scope: InstallScope,
  directory: string,
): readonly HookStatus[] {
  return statuses.filter(
    ({ record }) => isIn(record, scope) && !record.isVanished && directoryOf(record) === directory,
  );
}

/** The name in the hooks directory of what a hook belongs to. */
export function directoryOf({ directory }: Pick<HookStatus['record'], 'directory'>): string {
  return directory.split('/', 1)[0] ?? '';
}

/** The key of its approval. */
export function keyOf({ record: { qualifiedName, root, directory } }: HookStatus): ApprovalKey {
  return { qualifiedName, root: root.realDir, directory };
}

export function isIn({ root }: HookStatus['record'], { source, hooksDir }: InstallScope): boolean {
  return ['packages', 'plugins'].includes(root.kind) && root.source === source && root.realDir === hooksDir;
}

/** Whether a lockfile lists it. A lockfile that cannot be read may list it. */
export function isInstalled(record: HookStatus['record'], scopes: readonly InstallScope[]): boolean {
  return scopes
    .filter((scope) => isIn(record, scope))
    .some((scope) => {
      try {
        const { packages } = readLockfile(scope.lockPath);
        return Object.values(packages).some(({ hooks }) => Object.hasOwn(hooks, directoryOf(record)));
      } catch {
        return true;
      }
    });
}

/** A package of a lockfile. */
export interface LockedEntry {
  readonly scope: InstallScope;
  readonly lock: Lockfile;
  readonly name: string;
  readonly locked: LockedPackage;
}

/** Every package of these scopes. Throws LOCKFILE_CONFLICT, LOCKFILE_INVALID. */
export function listLocked(scopes: readonly InstallScope[]): readonly LockedEntry[] {
  return scopes.flatMap((scope) => {
    const lock = readLockfile(scope.lockPath);
    return Object.entries(lock.packages).map(([name, locked]) => ({ scope, lock, name, locked }));
  });
}

/** Whether a package or one of its hooks has this name. */
export function isLocked(all: readonly LockedEntry[], word: string): boolean {
  return all.some((entry) => isNamed(entry, word));
}

function isNamed({ name, locked, scope }: LockedEntry, word: string): boolean {
  return (
    [name, locked.spec].includes(word) ||
    Object.keys(locked.hooks).some((directory) => [directory, `${scope.source}/${directory}`].includes(word))
  );
}

/**
 * The package that `word` names: by its name, its spec, or one of its hooks (`guard`, `user/guard`). Throws NOT_INSTALLED with
 * the nearest name, INSTALLED_TWICE if two scopes have it.
 */
export function findLocked(all: readonly LockedEntry[], word: string): LockedEntry {
  const found = all.filter((entry) => isNamed(entry, word));
  const [first, ...rest] = found;
  if (first === undefined) {
    const known = all.flatMap(({ name, locked }) => [name, ...Object.keys(locked.hooks)]);
    throw new HookError(
      'NOT_INSTALLED',
      { name: word, suggestion: didYouMean(word, known) },
      { exitCode: 1 },
    );
  }
  if (rest.length > 0)
    throw new HookError('INSTALLED_TWICE', {
      name: word,
      candidates: found.map(({ name, scope }) => `${name} (${scope.source})`).join(' and '),
    });
  return first;
}
