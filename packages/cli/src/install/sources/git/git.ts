import { posix } from 'node:path';
import { PackageRejected } from '../../archive/package-problem.ts';
import {
  type Content,
  type Facts,
  type Resolved,
  type Source,
  type SourceContext,
  unreachable,
} from '../source.ts';
import { runGit } from './git-program.ts';
import type { GitSpec } from './git-spec.ts';

/**
 * A commit of a git repository. Never checked out: the files are read as git keeps them, so that no attribute, filter or
 * hook of the repository changes or starts anything. Source: docs/decisions/0030.
 */
export const gitSource: Source = { resolve: resolveGit, fetch: fetchGit };

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

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
): Promise<Content> {
  if (commit === null || !COMMIT.test(commit) || resolved !== url)
    throw unreachable(url, 'its commit is not known', 'Install it again, by its URL.');
  const { openTree } = await import('./git-repository.ts');
  const found = await openTree({ url, commit, path, context });
  // A repository may be called `next.js`, but a path that ends so is a module.
  const end = path === null ? posix.basename(url.replace(/[/:]+/g, '/')) : posix.basename(path);
  return { found, subject: url, cameFrom: path === null ? end : end.replace(/\.[jt]s$/, '') };
}
