import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MANIFEST_FILE } from '../../discovery/scan.ts';
import { checkVersions } from '../../eligibility/check-versions.ts';
import { describeError } from '../../errors/hook-error.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { checkManifest, parseManifest } from '../../manifest/parse.ts';
import type { ManifestPlace } from '../../manifest/read-manifest.ts';
import { type ContentSink, readContent, toContent } from '../../trust/digest.ts';
import { storePackage } from '../../trust/store.ts';
import { buildLaunch, type LaunchPlace } from '../build-launch.ts';
import { type DefinitionReader, failedReading, type PackageReading } from './package-reading.ts';

/** One byte more than the limit, so that the parser reports a longer manifest. */
const MAX_READ = 64 * 1024 + 1;

/** Directories with a HOOK.md: each is copied as it is. */
export const packageDirectories: DefinitionReader = {
  read: ({ dir, directory, leavesOut, root }) =>
    readPackageDirectory(dir, directory, { leavesOut, isRunning: root.source === 'managed' }),
  unreadable: ({ directory, manifestPath }, error) => unreadablePackage(directory, manifestPath, error),
  store: ({ dir }, storeRoot) => storePackage(dir, storeRoot),
  readStored: (dir, { directory: name }) => readPackageDirectory(dir, name, { isRunning: true }),
  content: ({ dir, leavesOut }, sink) => toContent(dir, readContent(dir, sink, leavesOut)),
  readFile: ({ dir }, path) => readFileSync(join(dir, path)),
  body({ manifestPath, directory, files }) {
    const location = { path: manifestPath, directoryName: directory, files };
    return parseManifest(readFileSync(manifestPath), location).manifest?.body ?? '';
  },
};

/** Reads and parses one package directory: its manifest, its files, its digest. Runs nothing of it. */
export async function readPackageDirectory(
  dir: string,
  directory: string,
  {
    leavesOut,
    ...reading
  }: Pick<ManifestPlace, 'isEntry' | 'isRunning'> & {
    readonly leavesOut?: string | undefined;
  } = {},
): Promise<PackageReading> {
  // Read once: the manifest that is shown must be the hashed one.
  const { sink, bytes: hashed } = keepManifest();
  const content = toContent(dir, readContent(dir, sink, leavesOut));
  const path = join(dir, MANIFEST_FILE);
  const files = content.files.map((file) => file.path);
  const bytes = hashed() ?? readManifestBytes(path);
  if (bytes instanceof Error) {
    const failed = unreadablePackage(directory, path, bytes);
    return { ...failed, issues: [...failed.issues, ...content.issues], files, digest: content.digest };
  }
  const { manifest, partial, issues } = await checkManifest(bytes, {
    path,
    directoryName: directory,
    files,
    ...reading,
  });
  const withoutBody = manifest === null ? null : { ...manifest, body: undefined };
  return {
    manifest: withoutBody,
    partial,
    issues: [
      ...issues,
      ...content.issues,
      ...(manifest === null ? [] : runsLeftOut(manifest, dir, leavesOut)),
    ],
    versions: manifest === null ? [] : checkVersions(manifest.requires),
    program: manifest === null ? null : programOf(manifest, { packageDir: dir, files }),
    files,
    digest: content.digest,
  };
}

/** Collects the hashed bytes of the manifest; null = it was not hashed. */
function keepManifest(): { readonly sink: ContentSink; readonly bytes: () => Buffer | null } {
  let captured: Buffer | null = null;
  let isIt = false;
  const sink: ContentSink = {
    begin(path) {
      isIt = path === MANIFEST_FILE;
      if (isIt) captured = Buffer.alloc(0);
    },
    write(chunk) {
      if (isIt && captured !== null && captured.length < MAX_READ)
        captured = Buffer.concat([captured, chunk]).subarray(0, MAX_READ);
    },
    end() {
      isIt = false;
    },
  };
  return { sink, bytes: () => captured };
}

function unreadablePackage(directory: string, path: string, error: unknown): PackageReading {
  return failedReading(directory, issue('MANIFEST_UNREADABLE', { detail: describeError(error) }, { path }));
}

/** A program in the part that is left out would run without approval. */
function runsLeftOut(manifest: Manifest, dir: string, leavesOut: string | undefined): readonly Issue[] {
  if (leavesOut === undefined) return [];
  const launch = buildLaunch(manifest, { packageDir: dir, files: [], path: process.env['PATH'] ?? '' });
  // The program, and the script that an interpreter is given.
  const words = launch?.ok ? launch.argv.slice(0, 2) : [];
  if (!words.some((word) => `${resolve(dir, word)}/`.startsWith(`${dir}/${leavesOut}/`))) return [];
  const detail = 'it is no part of the package, and the command is in it';
  return [
    issue(
      'PACKAGE_UNAPPROVABLE',
      { path: leavesOut, detail, fix: 'Move the command out of it.' },
      { path: dir },
    ),
  ];
}

function programOf(manifest: Manifest, location: Omit<LaunchPlace, 'path'>): string | null {
  const launch = buildLaunch(manifest, { ...location, path: process.env['PATH'] ?? '' });
  return launch?.ok ? launch.argv[0] : null;
}

/** Never blocks and never follows a link: a manifest that is a FIFO or a link is an error. */
function readManifestBytes(path: string): Buffer | Error {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size } = fstatSync(descriptor);
    if (!fstatSync(descriptor).isFile()) return new Error('it is not a regular file');
    const buffer = Buffer.alloc(Math.min(size, MAX_READ));
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, 0));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
