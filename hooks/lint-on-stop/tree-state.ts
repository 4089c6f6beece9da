import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, type Dirent, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const MAX_FILES = 50_000;
const TIMEOUT_MS = 8_000;
/** No run takes so long. */
const LEFT_MS = 600_000;
const SKIPPED = new Set([
  '.git',
  'node_modules',
  'dist',
  'build',
  'target',
  'coverage',
  '.venv',
  '__pycache__',
]);

interface Look {
  readonly project: string;
  /** Where copies lie while it looks: the data folder of the hook. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A hash of the files of the project: of their contents where git keeps them, else of their names, sizes and times. */
export function treeState(look: Look): string {
  return gitState(look) ?? filesState(look.project);
}

/**
 * The tree that a commit of everything would have. An index and objects of its own: the repository stays as it is,
 * and staging or committing what is there changes nothing. Null without git.
 */
function gitState({ project, folder, env }: Look): string | null {
  const index = git(project, ['rev-parse', '--git-path', 'index'], env);
  const objects = git(project, ['rev-parse', '--git-path', 'objects'], env);
  if (index === null || objects === null) return null;
  removeLeftovers(folder);
  const scratch = mkdtempSync(path.join(folder, 'tree-'));
  try {
    mkdirSync(path.join(scratch, 'objects'));
    const own = path.join(scratch, 'index');
    const known = path.resolve(project, index);
    // With what git already knows of each file it need not read them all.
    if (statSync(known, { throwIfNoEntry: false })?.isFile()) copyFileSync(known, own);
    const apart = {
      ...env,
      GIT_INDEX_FILE: own,
      GIT_OBJECT_DIRECTORY: path.join(scratch, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: path.resolve(project, objects),
    };
    const added = git(project, ['add', '--all', '--', '.'], apart);
    return added === null ? null : git(project, ['write-tree'], apart);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Of runs that were killed in the middle: they hold copies of files. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('tree-'))) {
    const stats = statSync(path.join(folder, name), { throwIfNoEntry: false });
    if (stats === undefined || Date.now() - stats.mtimeMs < LEFT_MS) continue;
    rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** What git prints; null where it fails. Its hooks and fsmonitor are left out; filters run as for a commit. */
function git(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const safe = [
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.hooksPath=/dev/null',
    '-c',
    'advice.addEmbeddedRepo=false',
  ];
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
    const folder = open.pop() ?? project;
    for (const entry of entriesOf(folder)) {
      const file = path.join(folder, entry.name);
      count += 1;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) open.push(file);
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
      hash.update(`${path.relative(project, file)}\0${size}\0${mtimeMs}\0`);
    }
  }
  return hash.digest('hex');
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
