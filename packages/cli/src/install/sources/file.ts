import { closeSync, fstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { openToRead } from '@hookmd/core/internal/state/open-to-read';
import { holdToIntegrity, integrityOf } from '../archive/integrity.ts';
import { readFolder } from '../archive/read-folder.ts';
import { unpack, writePackage } from '../archive/unpack.ts';
import { PackageRejected, tooLarge, unreadable } from '../package-problem.ts';
import { MAX_DOWNLOAD_BYTES } from './limits.ts';
import { nameOf } from './package-name.ts';
import type { Fetched, Found, Resolved, Source, SourceContext } from './source.ts';
import { parseSpec } from './spec.ts';

/** A folder or tarball of this machine; nothing but its files is looked at. */
export const fileSource: Source = { prefix: 'file', resolve: resolveFile, fetch: fetchFile };

async function resolveFile(spec: string, context: SourceContext): Promise<Found> {
  const parsed = parseSpec(spec);
  if (parsed.prefix !== 'file') throw new Error(`not a file: ${parsed.prefix}`);
  const path = parsed.path.replace(/^~(?=\/|$)/, context.home);
  const found = resolve(context.cwd, path);
  try {
    const stats = statSync(found);
    if (!stats.isDirectory() && !stats.isFile()) throw new Error('it is no folder or regular file');
    const resolved = realpathSync(found);
    return { spec, resolved, ...NOTHING_KNOWN, notices: [] };
  } catch (error) {
    throw new PackageRejected(unreadable(found, error));
  }
}

const NOTHING_KNOWN = { version: null, integrity: null, commit: null, publishedAt: null, publisher: null };

async function fetchFile(resolved: Resolved, stage: string, context: SourceContext): Promise<Fetched> {
  const from = resolve(context.cwd, resolved.resolved);
  const dir = join(stage, 'package');
  const tarball = readTarball(from);
  if (tarball === null) {
    writePackage(readFolder(from), dir);
  } else {
    if (resolved.integrity !== null) holdToIntegrity(tarball, resolved.integrity, from);
    unpack(tarball, dir);
  }
  return {
    ...resolved,
    integrity: tarball === null ? null : integrityOf(tarball),
    ...nameOf(dir, basename(from), stage),
    dir,
  };
}

/** Null = it is a folder. */
function readTarball(path: string): Buffer | null {
  let file: number;
  try {
    file = openToRead(path);
  } catch (error) {
    throw new PackageRejected(unreadable(path, error));
  }
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) return null;
    if (!stats.isFile()) throw new PackageRejected(unreadable(path, 'it is no folder or regular file'));
    if (stats.size > MAX_DOWNLOAD_BYTES)
      throw new PackageRejected(tooLarge(`has more than ${MAX_DOWNLOAD_BYTES >> 20} MB`));
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
