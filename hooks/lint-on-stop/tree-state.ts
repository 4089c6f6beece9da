import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, type Dirent, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const MAX_FILES = 50_000;
const TIMEOUT_MS = 8_000;
const LEFT_MS = 600_000;
const SKIPPED = new Set('.git node_modules dist build target coverage .venv __pycache__'.split(' '));

interface WorkingTree {
  readonly project: string;
  /** The data directory of the hook, for temporary copies. */
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A hash of the project's files: of their contents with git, else of their names, sizes and times. */
export function treeState(tree: WorkingTree): string {
  return gitState(tree) ?? filesState(tree.project);
}

/**
 * The tree that a commit of all files would have, with a separate index and object store: the repository is unchanged, and
 * staging or committing does not change the hash. Null without git.
 */
function gitState({ project, directory, env }: WorkingTree): string | null {
  const index = git(project, ['rev-parse', '--git-path', 'index'], env);
  const objects = git(project, ['rev-parse', '--git-path', 'objects'], env);
  if (index === null || objects === null) return null;
  removeLeftovers(directory);
  const scratch = mkdtempSync(path.join(directory, 'tree-'));
  try {
    mkdirSync(path.join(scratch, 'objects'));
    const scratchIndex = path.join(scratch, 'index');
    const known = path.resolve(project, index);
    // With the real index git does not read unchanged files.
    if (statSync(known, { throwIfNoEntry: false })?.isFile()) copyFileSync(known, scratchIndex);
    const apart = {
      ...env,
      GIT_INDEX_FILE: scratchIndex,
      GIT_OBJECT_DIRECTORY: path.join(scratch, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: path.resolve(project, objects),
    };
    const added = git(project, ['add', '--all', '--', '.'], apart);
    return added === null ? null : git(project, ['write-tree'], apart);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Removes the copies of killed runs. */
function removeLeftovers(directory: string): void {
  for (const name of readdirSync(directory).filter((item) => item.startsWith('tree-'))) {
    const stats = statSync(path.join(directory, name), { throwIfNoEntry: false });
    if (stats === undefined || Date.now() - stats.mtimeMs < LEFT_MS) continue;
    rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}

/** What git prints; null if it fails. Its hooks and fsmonitor are left out; filters run as for a commit. */
function git(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'advice.addEmbeddedRepo=false'];
  const safe = settings.flatMap((setting) => ['-c', setting]);
  const { status, stdout } = spawnSync('git', [...safe, ...words], {
    cwd,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : null;
}

function filesState(project: string): string {
  const hash = createHash('sha256');
  const open = [project];
  let count = 0;
  while (open.length > 0 && count < MAX_FILES) {
    const directory = open.pop() ?? project;
    for (const entry of entriesOf(directory)) {
      const file = path.join(directory, entry.name);
      count += 1;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) open.push(file);
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
      hash.update(`${path.relative(project, file)}\0${size}\0${mtimeMs}\0`);
    }
  }
  return hash.digest('hex');
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
