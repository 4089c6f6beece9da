import { mkdirSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { MAX_FILES, MAX_PACKAGE_BYTES } from '@hookmd/core/trust';
import { damaged, PackageRejected, tooLarge } from '../archive/package-problem.ts';
import type { EntryKind, FoundEntry } from '../archive/validate-entries.ts';
import { runGit } from './git-program.ts';
import type { GitSpec } from './git-spec.ts';
import {
  type Content,
  type Facts,
  MAX_DOWNLOAD_BYTES,
  type Resolved,
  type Source,
  type SourceContext,
  unreachable,
} from './source.ts';

/**
 * A commit of a git repository. Never checked out: the files are read as git keeps them, so that no attribute, filter or
 * hook of the repository changes or starts anything. Source: docs/decisions/0030.
 */
export const gitSource: Source = { resolve: resolveGit, fetch: fetchGit };

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
/** More than a package may have, because some servers send all of their history. */
const MAX_REPOSITORY_BYTES = 4 * MAX_DOWNLOAD_BYTES;
/** A line for each file, and names of a thousand bytes. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

async function resolveGit({ url, ref }: GitSpec, context: SourceContext): Promise<Facts> {
  const commit = ref !== null && COMMIT.test(ref) ? ref : await findCommit(url, ref, context);
  return { resolved: url, commit };
}

/** The commit of a branch or tag on the server. A tag comes before a branch, as for git. */
async function findCommit(url: string, ref: string | null, context: SourceContext): Promise<string> {
  const names =
    ref === null ? ['HEAD'] : ref.startsWith('refs/') ? [ref] : [`refs/tags/${ref}`, `refs/heads/${ref}`];
  const wanted = names.flatMap((name) => [`${name}^{}`, name]);
  const output = await runGit({ args: ['ls-remote', '--', url, ...wanted], url, repository: null, context });
  const found = new Map(
    output
      .toString('utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([commit = '', name = '']) => [name, commit]),
  );
  const commit = wanted
    .map((name) => found.get(name))
    .find((item) => item !== undefined && COMMIT.test(item));
  if (commit === undefined)
    throw new PackageRejected({ code: 'GIT_REF_NOT_FOUND', parameters: { url, ref: ref ?? 'HEAD' } });
  return commit;
}

async function fetchGit(
  { path, url }: GitSpec,
  { commit, resolved }: Resolved,
  context: SourceContext,
  tempDir: string,
): Promise<Content> {
  if (commit === null || !COMMIT.test(commit) || resolved !== url)
    throw unreachable(url, 'its commit is not known', 'Install it again, by its URL.');
  const repository = join(tempDir, 'repository');
  try {
    await fetchCommit(repository, url, commit, context);
    const found = await readTreeOf({ repository, url, commit, path, context });
    return { found, subject: url, cameFrom: posix.basename(path ?? url.replace(/[/:]+/g, '/')) };
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
}

/** Fetches the one commit; from a server that sends no commits by name, everything that it has. */
async function fetchCommit(
  repository: string,
  url: string,
  commit: string,
  context: SourceContext,
): Promise<void> {
  const format = commit.length === 64 ? ['--object-format=sha256'] : [];
  const common = { url, context };
  mkdirSync(repository);
  await runGit({ ...common, args: ['init', '--quiet', '--bare', '--template=', ...format], repository });
  const fetch = (...rest: string[]): Promise<Buffer> =>
    runGit({
      ...common,
      args: ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', ...rest],
      repository,
      maxRepositoryBytes: MAX_REPOSITORY_BYTES,
    });
  await fetch('--depth=1', '--', url, `+${commit}:refs/hookmd/wanted`).catch(async (error: unknown) => {
    if (context.signal?.aborted === true || isTooLarge(error)) throw error;
    const everything = ['+refs/heads/*:refs/hookmd/heads/*', '+refs/tags/*:refs/hookmd/tags/*'];
    await fetch('--', url, ...everything).catch((second: unknown) => {
      throw isTooLarge(second) ? second : error;
    });
  });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof PackageRejected && error.code === 'PACKAGE_TOO_LARGE';
}

interface TreeWanted {
  /** A bare repository that has the commit. */
  readonly repository: string;
  readonly url: string;
  readonly commit: string;
  /** A directory in it; null = all of it. */
  readonly path: string | null;
  readonly context: SourceContext;
}

interface Line {
  readonly mode: string;
  readonly object: string;
  readonly size: number;
  readonly name: string;
}

const kinds: Readonly<Record<string, EntryKind>> = {
  '100644': 'file',
  '100664': 'file',
  '100755': 'file',
  '120000': 'link',
  '160000': 'submodule',
};

/**
 * The entries of a commit, as git stores them: the committed bytes, not validated yet.
 *
 * Not by `git archive` or a checkout, which follow `.gitattributes`: replace text, leave out files, start filters.
 */
async function readTreeOf(wanted: TreeWanted): Promise<readonly FoundEntry[]> {
  const lines = await listTree(wanted);
  const blobs = lines.filter(({ mode }) => mode !== '160000');
  if (lines.length > MAX_FILES) throw new PackageRejected(tooLarge(`has more than ${MAX_FILES} files`));
  if (blobs.reduce((sum, { size }) => sum + size, 0) > MAX_PACKAGE_BYTES)
    throw new PackageRejected(tooLarge(`has more than ${MAX_PACKAGE_BYTES >> 20} MB`));
  const contents = await readBlobs(wanted, blobs);
  return lines.map(({ mode, object, name }): FoundEntry => {
    const kind = kinds[mode] ?? 'unknown';
    const content = contents.get(object) ?? Buffer.alloc(0);
    return {
      name,
      kind,
      mode: Number.parseInt(mode.slice(-3), 8),
      size: content.length,
      target: kind === 'link' ? content.toString('utf8') : null,
      read: () => content,
    };
  });
}

async function listTree({ repository, url, commit, path, context }: TreeWanted): Promise<readonly Line[]> {
  const tree = path === null ? commit : `${commit}:${path}`;
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', tree];
  const output = await runGit({ args, url, repository, context, maxOutputBytes: MAX_LIST_BYTES });
  return output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [, mode = '', object = '', size = '', name = ''] =
        /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t([\s\S]*)$/.exec(line) ?? [];
      return { mode, object, size: size === '-' ? 0 : Number(size), name };
    });
}

async function readBlobs(
  { repository, url, context }: TreeWanted,
  blobs: readonly Line[],
): Promise<ReadonlyMap<string, Buffer>> {
  const objects = [...new Set(blobs.map(({ object }) => object))];
  const contents = new Map<string, Buffer>();
  if (objects.length === 0) return contents;
  const output = await runGit({
    args: ['cat-file', '--batch', '--buffer'],
    url,
    repository,
    context,
    stdin: `${objects.join('\n')}\n`,
    maxOutputBytes: MAX_PACKAGE_BYTES + MAX_LIST_BYTES,
  });
  let at = 0;
  for (const object of objects) {
    const end = output.indexOf(0x0a, at);
    const [name, type, size] = output.toString('latin1', at, Math.max(at, end)).split(' ');
    const length = Number(size);
    if (name !== object || type !== 'blob' || !(end + 1 + length < output.length))
      throw new PackageRejected(damaged('git does not have all of its files'));
    contents.set(object, output.subarray(end + 1, end + 1 + length));
    at = end + 1 + length + 1;
  }
  return contents;
}
