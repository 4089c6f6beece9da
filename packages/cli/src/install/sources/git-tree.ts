import { MAX_FILES, MAX_PACKAGE_BYTES } from '@hookmd/core/internal/trust/package-tree';
import type { EntryKind, FoundEntry } from '../archive/validate-entries.ts';
import { damaged, PackageRejected, tooLarge } from '../package-problem.ts';
import { runGit } from './run-git.ts';
import type { SourceContext } from './source.ts';

export interface TreeWanted {
  /** A bare repository that has the commit. */
  readonly repository: string;
  readonly url: string;
  readonly commit: string;
  /** A folder in it; null = all of it. */
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
/** A line for each, and names of a thousand bytes. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

/**
 * The entries of a commit, as git keeps them: the bytes that were committed, of which nobody checked anything.
 *
 * Not by `git archive` or a checkout, which do what `.gitattributes` says: replace text, leave out files, start filters.
 */
export async function readTreeOf(wanted: TreeWanted): Promise<readonly FoundEntry[]> {
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
