import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_PACKAGE_BYTES } from '@hookmd/core/trust';
import { damaged, PackageRejected, tooLarge } from '../../archive/package-problem.ts';
import type { EntryKind, FoundEntry, Tree } from '../../archive/validate-entries.ts';
import { MAX_DOWNLOAD_BYTES, modulePath, type SourceContext } from '../source.ts';
import { runGit } from './git-program.ts';

/** A commit on a server, and the bare repository of HookMD's that it is fetched into. */
interface Commit {
  readonly repository: string;
  readonly url: string;
  readonly commit: string;
  readonly context: SourceContext;
}

/** More than a package may have, because some servers send all of their history. */
const MAX_REPOSITORY_BYTES = 4 * MAX_DOWNLOAD_BYTES;
/** A line for each file, and names of a thousand bytes. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

/**
 * Of each commit that a command has fetched: what it resolves and what it installs need one download. Every importer loads this
 * file lazily, as one bundle with one state: a second download into the same directory fails.
 */
const fetched = new Map<string, Promise<void>>();

/**
 * The files of a commit, or of one of its directories, as git stores them: the committed bytes. The server sends their names
 * first, and the content of those that are measured or loaded.
 *
 * Not by `git archive` or a checkout, which follow `.gitattributes`: replace text, leave out files, start filters.
 */
export async function openTree(
  wanted: Omit<Commit, 'repository'> & { readonly path: string | null },
): Promise<Tree> {
  const { url, commit, path, context } = wanted;
  const name = createHash('sha256').update(`${url}\0${commit}`).digest('hex').slice(0, 32);
  const from = { repository: join(context.tempDir, `git-${name}`), url, commit, context };
  await fetchOnce(from);
  const lines = await listTree(from, path);
  const blobs = { from, sizes: new Map(), contents: new Map() };
  const objects = new Map(lines.map((line) => [toFound(line, blobs), line]));
  const objectsOf = (entries: readonly FoundEntry[]): readonly string[] =>
    entries.flatMap((entry) => {
      const { mode, object } = objects.get(entry) ?? {};
      return object === undefined || mode === SUBMODULE ? [] : [object];
    });
  return {
    entries: [...objects.keys()],
    measure: (entries) => measureBlobs(blobs, objectsOf(entries)),
    load: (entries) => loadBlobs(blobs, objectsOf(entries)),
  };
}

async function fetchOnce(from: Commit): Promise<void> {
  const { repository } = from;
  const fetching = fetched.get(repository) ?? fetchCommit(from, ['--filter=blob:none']);
  fetched.set(repository, fetching);
  await fetching.catch((error: unknown) => {
    fetched.delete(repository);
    rmSync(repository, { recursive: true, force: true });
    throw error;
  });
}

/** Fetches the one commit; from a server that sends no commits by name, everything that it has. */
async function fetchCommit(from: Commit, filter: readonly string[]): Promise<void> {
  const { repository, url, commit, context } = from;
  const format = commit.length === 64 ? ['--object-format=sha256'] : [];
  mkdirSync(repository);
  await runGit({
    url,
    context,
    args: ['init', '--quiet', '--bare', '--template=', ...format],
    repository,
  });
  const config = readFileSync(join(repository, 'config'));
  const single = ['--depth=1', ...filter, '--', url, `+${commit}:refs/hookmd/wanted`];
  await fetchInto(from, single).catch(async (error: unknown) => {
    if (context.signal?.aborted === true || isTooLarge(error)) throw error;
    const everything = ['+refs/heads/*:refs/hookmd/heads/*', '+refs/tags/*:refs/hookmd/tags/*'];
    await fetchInto(from, ['--', url, ...everything]).catch((second: unknown) => {
      throw isTooLarge(second) ? second : error;
    });
  });
  // Git notes where the rest is, and would fetch a file that is missing by itself, one after the other.
  writeFileSync(join(repository, 'config'), config);
}

function fetchInto(
  { repository, url, context }: Commit,
  args: readonly string[],
  stdin?: string,
): Promise<Buffer> {
  return runGit({
    url,
    context,
    // Without negotiation: the server would leave out files of a commit that HookMD has.
    args: [
      ...['-c', 'fetch.negotiationAlgorithm=noop'],
      ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', ...args],
    ],
    repository,
    maxRepositoryBytes: MAX_REPOSITORY_BYTES,
    ...(stdin === undefined ? {} : { stdin }),
  });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof PackageRejected && error.code === 'PACKAGE_TOO_LARGE';
}

interface Line {
  readonly mode: string;
  readonly object: string;
  readonly name: string;
}

const SUBMODULE = '160000';
const kinds: Readonly<Record<string, EntryKind>> = {
  '100644': 'file',
  '100664': 'file',
  '100755': 'file',
  '120000': 'link',
  [SUBMODULE]: 'submodule',
};

async function listTree(from: Commit, path: string | null): Promise<readonly Line[]> {
  const { repository, url, commit, context } = from;
  const list = (...of: readonly string[]): Promise<Buffer> => {
    const args = ['ls-tree', '-r', '-z', '--full-tree', ...of];
    return runGit({ args, url, repository, context, maxOutputBytes: MAX_LIST_BYTES });
  };
  if (path === null) return readLines(await list(commit));
  try {
    return readLines(await list(`${commit}:${path}`));
  } catch (error) {
    if (context.signal?.aborted === true || isTooLarge(error)) throw error;
  }
  const name = modulePath(path);
  const module = name === null ? [] : readLines(await list(commit, '--', path));
  if (name === null || module.length === 0)
    throw new PackageRejected({ code: 'GIT_DIRECTORY_NOT_FOUND', parameters: { url, path, commit } });
  return module.map((line) => ({ ...line, name }));
}

function readLines(output: Buffer): readonly Line[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [, mode = '', object = '', name = ''] = /^(\d{6}) \w+ ([0-9a-f]+)\t([\s\S]*)$/.exec(line) ?? [];
      return { mode, object, name };
    });
}

/** The content of files, by the hash that git has for it. */
interface Blobs {
  readonly from: Commit;
  readonly sizes: Map<string, number>;
  readonly contents: Map<string, Buffer>;
}

function toFound({ mode, object, name }: Line, { sizes, contents }: Blobs): FoundEntry {
  const kind = kinds[mode] ?? 'unknown';
  const read = (): Buffer => contents.get(object) ?? Buffer.alloc(0);
  return {
    name,
    kind,
    mode: Number.parseInt(mode.slice(-3), 8),
    get size() {
      return kind === 'submodule' ? 0 : (sizes.get(object) ?? null);
    },
    get target() {
      return kind === 'link' ? read().toString('utf8') : null;
    },
    read,
  };
}

/** Learns the sizes of files, and fetches those that the repository does not have. */
async function measureBlobs({ from, sizes }: Blobs, objects: readonly string[]): Promise<void> {
  const unknown = [...new Set(objects)].filter((object) => !sizes.has(object));
  const missing = await findSizes(from, unknown, sizes);
  if (missing.length === 0) return;
  await fetchInto(from, ['--stdin', '--', from.url], `${missing.join('\n')}\n`).catch(
    async (error: unknown) => {
      if (from.context.signal?.aborted === true || isTooLarge(error)) throw error;
      // A server that sends no files by name: the whole commit, into a repository that does not have it.
      rmSync(from.repository, { recursive: true, force: true });
      await fetchCommit(from, []);
    },
  );
  if ((await findSizes(from, missing, sizes)).length > 0)
    throw new PackageRejected(damaged('git does not have all of its files'));
}

/** Adds what the repository has to `sizes`, and returns the others. */
async function findSizes(
  { repository, url, context }: Commit,
  objects: readonly string[],
  sizes: Map<string, number>,
): Promise<readonly string[]> {
  if (objects.length === 0) return [];
  const output = await runGit({
    args: ['cat-file', '--batch-check', '--buffer'],
    url,
    repository,
    context,
    stdin: `${objects.join('\n')}\n`,
    maxOutputBytes: MAX_LIST_BYTES,
  });
  for (const line of output.toString('latin1').split('\n')) {
    const [object = '', type, size] = line.split(' ');
    if (type === 'blob') sizes.set(object, Number(size));
  }
  return objects.filter((object) => !sizes.has(object));
}

async function loadBlobs(blobs: Blobs, objects: readonly string[]): Promise<void> {
  await measureBlobs(blobs, objects);
  const { from, sizes, contents } = blobs;
  const wanted = [...new Set(objects)].filter((object) => !contents.has(object));
  const bytes = wanted.reduce((sum, object) => sum + (sizes.get(object) ?? 0), 0);
  if (bytes > MAX_PACKAGE_BYTES)
    throw new PackageRejected(tooLarge(`has more than ${MAX_PACKAGE_BYTES >> 20} MB`));
  if (wanted.length === 0) return;
  const { repository, url, context } = from;
  const output = await runGit({
    args: ['cat-file', '--batch', '--buffer'],
    url,
    repository,
    context,
    stdin: `${wanted.join('\n')}\n`,
    maxOutputBytes: MAX_PACKAGE_BYTES + MAX_LIST_BYTES,
  });
  let at = 0;
  for (const object of wanted) {
    const end = output.indexOf(0x0a, at);
    const [name, type, size] = output.toString('latin1', at, Math.max(at, end)).split(' ');
    const length = Number(size);
    if (name !== object || type !== 'blob' || !(end + 1 + length < output.length))
      throw new PackageRejected(damaged('git does not have all of its files'));
    contents.set(object, output.subarray(end + 1, end + 1 + length));
    at = end + 1 + length + 1;
  }
}
