import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HookError, isHookError } from '@hookmd/core/errors';
import { type TargetFile, Updater } from 'tuf-js';
import { toRejection } from '../rejections.ts';
import { releasePaths } from '../sources.ts';
import { type DownloadOptions, Downloads } from './download.ts';

/** A verified release of a ring. */
export interface OpenRelease {
  readonly release: number;
  /** The first signature that ends. */
  readonly expires: string;
  /** sha256 in hex of each file, by its path without the ring. */
  readonly files: ReadonlyMap<string, string>;
  /** Fetches a file and verifies its bytes. */
  download(path: string, file: string): Promise<void>;
}

export interface ReleaseOptions extends DownloadOptions {
  readonly url: string;
  readonly ring: string;
  /** Has the trusted `root.json`, and gets every metadata that is verified. */
  readonly metadata: string;
  /** The newest time that this machine knows; a clock that went back must not make an expired release good. */
  readonly newest: number;
}

const MAX_RELEASE_FILES = 2_000;
const MAX_RELEASE_BYTES = 256 * 1024 * 1024;

/** Fetches and verifies the metadata of a ring's newest release. Throws HookError; `metadata` has then what was verified. */
export async function openRelease(options: ReleaseOptions): Promise<OpenRelease> {
  const { url, ring, metadata, newest } = options;
  const downloads = new Downloads(options);
  const base = url.endsWith('/') ? url : `${url}/`;
  const guard = async <T>(step: 'metadata' | 'file', work: () => Promise<T>, file?: string): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw isHookError(error) ? error : (downloads.problem ?? toRejection(error, step, file));
    }
  };
  return await guard('metadata', async () => {
    const metadataBaseUrl = new URL('metadata/', base).href;
    const { version } = readSigned(metadata, 'root');
    const maxRootRotations = await downloads.fetchRoots(metadataBaseUrl, version);
    const updater = new Updater({
      metadataDir: metadata,
      metadataBaseUrl,
      targetBaseUrl: new URL('targets/', base).href,
      fetcher: downloads,
      config: { maxRootRotations },
    });
    await updater.refresh();
    const roles = Object.keys(readSigned(metadata, 'snapshot').meta).map((file) => file.slice(0, -5));
    if (!roles.includes(ring)) throw noRelease(ring, url, roles);
    await updater.getTargetInfo(`${ring}/policy.yaml`);
    const infos = await collectFiles(updater, metadata, ring);
    if (!infos.has('policy.yaml')) throw noRelease(ring, url, roles);
    const [expires = ''] = ['root', 'timestamp', 'snapshot', 'targets', ring]
      .map((role) => readSigned(metadata, role).expires)
      .toSorted();
    // The TUF client checked this with the clock; the newest time that was ever verified may be later.
    if (Date.parse(expires) <= newest) throw toRejection(new Error('timestamp.json is expired'), 'metadata');
    const files = new Map([...infos].map(([path, info]) => [path, info.hashes['sha256'] ?? '']));
    const download = (path: string, file: string): Promise<void> =>
      guard(
        'file',
        async () => void (await updater.downloadTarget(infos.get(path) as TargetFile, file)),
        path,
      );
    return { release: readSigned(metadata, ring).version, expires, files, download };
  });
}

/** The files of the ring alone, each with a path that a release may have. */
async function collectFiles(
  updater: Updater,
  metadata: string,
  ring: string,
): Promise<ReadonlyMap<string, TargetFile>> {
  const paths = existsSync(join(metadata, `${ring}.json`))
    ? Object.keys(readSigned(metadata, ring).targets)
    : [];
  if (paths.length > MAX_RELEASE_FILES) throw tooLarge();
  const files = new Map<string, TargetFile>();
  let bytes = 0;
  for (const target of paths) {
    const path = target.startsWith(`${ring}/`) ? target.slice(ring.length + 1) : null;
    const isKnown = path !== null && Object.values(releasePaths).some((pattern) => pattern.test(path));
    const info = isKnown ? await updater.getTargetInfo(target) : undefined;
    if (path === null || info?.hashes['sha256'] === undefined)
      throw new HookError('RELEASE_FOREIGN_FILE', { ring, path: JSON.stringify(target.slice(0, 200)) });
    bytes += info.length;
    if (bytes > MAX_RELEASE_BYTES) throw tooLarge();
    files.set(path, info);
  }
  return files;
}

interface ReadSigned {
  readonly version: number;
  readonly expires: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly targets: Readonly<Record<string, unknown>>;
}

/** Metadata that the TUF client has verified. */
function readSigned(metadata: string, role: string): ReadSigned {
  return JSON.parse(readFileSync(join(metadata, `${role}.json`), 'utf8')).signed;
}

/** `roles`: those that the snapshot has. */
function noRelease(ring: string, repository: string, roles: readonly string[]): HookError {
  const rings = roles.filter((role) => role !== 'targets' && role !== ring).join(', ') || 'none';
  return new HookError('RELEASE_NO_RING', { ring, repository, rings });
}

function tooLarge(): HookError {
  const detail = `It has more than ${MAX_RELEASE_FILES} files or ${MAX_RELEASE_BYTES >> 20} MB.`;
  return new HookError('RELEASE_INVALID', { detail });
}
