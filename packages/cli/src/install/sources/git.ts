import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { writePackage } from '../archive/unpack.ts';
import { PackageRejected, tooLarge } from '../package-problem.ts';
import type { GitSpec } from './git-spec.ts';
import { readTreeOf } from './git-tree.ts';
import { MAX_DOWNLOAD_BYTES } from './limits.ts';
import { nameOf } from './package-name.ts';
import { runGit } from './run-git.ts';
import type { Fetched, Found, Resolved, Source, SourceContext } from './source.ts';
import { parseSpec } from './spec.ts';
import { unreachable } from './unreachable.ts';

/**
 * A commit of a git repository. Never checked out: the files are read as git keeps them, so that no attribute, filter or
 * hook of the repository changes or starts anything. Source: docs/decisions/0030.
 */
export const gitSource: Source = { prefix: 'git', resolve: resolveGit, fetch: fetchGit };

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
/** Packed: more than a package may have, because some servers give all of their history. */
const MAX_REPOSITORY_BYTES = 4 * MAX_DOWNLOAD_BYTES;
const WATCH_MS = 100;

async function resolveGit(spec: string, context: SourceContext): Promise<Found> {
  const { url, ref } = parseGit(spec);
  const commit = ref !== null && COMMIT.test(ref) ? ref : await askForCommit(url, ref, context);
  return {
    spec,
    resolved: url,
    version: null,
    integrity: null,
    commit,
    publishedAt: null,
    publisher: null,
    notices: [],
  };
}

/** What the server says a branch or tag stands for now. A tag goes before a branch, as for git. */
async function askForCommit(url: string, ref: string | null, context: SourceContext): Promise<string> {
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
  const commit = wanted.map((name) => found.get(name)).find((one) => one !== undefined && COMMIT.test(one));
  if (commit === undefined)
    throw new PackageRejected({ code: 'GIT_REF_NOT_FOUND', parameters: { url, ref: ref ?? 'HEAD' } });
  return commit;
}

async function fetchGit(resolved: Resolved, stage: string, context: SourceContext): Promise<Fetched> {
  const { path, url } = parseGit(resolved.spec);
  const { commit } = resolved;
  if (commit === null || !COMMIT.test(commit) || resolved.resolved !== url)
    throw unreachable(url, 'its commit is not known', 'Install it anew, by its address.');
  const repository = join(stage, 'repository');
  const dir = join(stage, 'package');
  try {
    await fetchCommit(repository, url, commit, context);
    const raw = await readTreeOf({ repository, url, commit, path, context });
    writePackage(raw, dir);
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
  const cameFrom = posix.basename(path ?? url.replace(/[/:]+/g, '/'));
  return { ...resolved, ...nameOf(dir, cameFrom, stage), dir };
}

/** All of the one commit; from a server that gives no commits by name, all that it has. */
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
  const watch = watchSize(repository);
  const fetch = (...rest: string[]): Promise<Buffer> =>
    runGit({
      ...common,
      args: ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', ...rest],
      repository,
      signal: watch.signal,
    });
  try {
    await fetch('--depth=1', '--', url, `+${commit}:refs/hookmd/wanted`).catch(async (error: unknown) => {
      if (watch.signal.aborted || context.signal?.aborted === true) throw error;
      await fetch('--', url, '+refs/heads/*:refs/hookmd/heads/*', '+refs/tags/*:refs/hookmd/tags/*').catch(
        () => {
          throw error;
        },
      );
    });
  } finally {
    watch.stop();
  }
}

/** Git has no limit of its own for what a server sends. */
function watchSize(repository: string): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (sizeOf(repository) > MAX_REPOSITORY_BYTES)
      controller.abort(
        new PackageRejected(tooLarge(`has more than ${MAX_REPOSITORY_BYTES >> 20} MB in git`)),
      );
  }, WATCH_MS);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
      (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0; // git moved something meanwhile
  }
}

function parseGit(spec: string): GitSpec {
  const parsed = parseSpec(spec);
  if (parsed.prefix !== 'git') throw new Error(`not git: ${parsed.prefix}`);
  return parsed;
}
