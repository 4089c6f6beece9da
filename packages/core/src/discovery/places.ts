import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { HookError } from '../errors/hook-error.ts';

/** All directories for one user in one project. Paths are absolute. */
export interface Places {
  readonly home: string;
  /** `~/.hookmd` */
  readonly userDir: string;
  readonly stateDir: string;
  readonly projectDir: string;
  /** Where the search for `projectDir` started, and whether it found a project; null = `projectDir` was given. */
  readonly searched: { readonly from: string; readonly isProject: boolean } | null;
  readonly managedDir: string;
  /** The bundled packages; null in a library that ships none: the inventory then uses the directory of the last approval. */
  readonly bundledDir: string | null;
  /** Directories given by `--root`. */
  readonly sessionRoots: readonly string[];
  /** Files of settings entries given by `--settings`. */
  readonly sessionSettings: readonly string[];
  /** The SKILL.md of each skill that is active. */
  readonly skills: readonly string[];
}

export interface PlaceOptions {
  readonly home?: string | undefined;
  readonly state?: string | undefined;
  readonly project?: string | undefined;
  readonly roots?: readonly string[];
  readonly settings?: readonly string[];
  /** The SKILL.md of each, or its directory. */
  readonly skills?: readonly string[];
  readonly bundledDir?: string | null;
  /** Base of relative options. */
  readonly cwd: string;
  /** Where the search for the project starts; default `cwd`, also where it does not exist. */
  readonly workDir?: string | undefined;
  /** Null = read no variable, because the settings of a repository may have set them. */
  readonly environment: Readonly<Record<string, string | undefined>> | null;
}

const MANAGED_DIR = '/etc/hookmd';

/**
 * Resolves all directories: options first, then the environment, then the password database.
 *
 * Throws STATE_IN_PROJECT where home or state are inside the project, because a repository could then approve hooks,
 * and SETTINGS_NOT_FOUND for a given file that does not exist.
 */
export function resolvePlaces(options: PlaceOptions): Places {
  const { environment } = options;
  const home = resolve(options.cwd, options.home ?? personalHome(environment));
  const given = options.home === undefined ? environment : null;
  const userDir = absolute(given?.['HOOKMD_HOME']) ?? join(home, '.hookmd');
  const stateHome = absolute(given?.['XDG_STATE_HOME']) ?? join(home, '.local', 'state');
  const stateDir =
    options.state === undefined ? resolve(join(stateHome, 'hookmd')) : resolve(options.cwd, options.state);
  const workDir =
    options.workDir !== undefined && existsSync(options.workDir) ? options.workDir : options.cwd;
  const realHome = realPath(home);
  const found =
    options.project === undefined
      ? searchProject(realPath(workDir), realHome)
      : { dir: realPath(resolve(options.cwd, options.project)), isProject: true };
  const projectDir = found.dir;
  if (projectDir !== realHome && found.isProject) {
    rejectInside(projectDir, 'state directory', stateDir);
    rejectInside(projectDir, 'home directory', userDir);
  }
  return {
    home,
    userDir,
    stateDir,
    projectDir,
    searched: options.project === undefined ? { from: workDir, isProject: found.isProject } : null,
    managedDir: MANAGED_DIR,
    bundledDir: options.bundledDir ?? null,
    sessionRoots: (options.roots ?? []).map((root) => resolve(options.cwd, root)),
    sessionSettings: (options.settings ?? []).map((file) => mustBeThere(resolve(options.cwd, file))),
    skills: (options.skills ?? []).map((skill) => mustBeThere(skillFile(resolve(options.cwd, skill)))),
  };
}

/** Whether hooks are given for this call alone. */
export function hasSession({ sessionRoots, sessionSettings, skills }: Places): boolean {
  return sessionRoots.length + sessionSettings.length + skills.length > 0;
}

/** The path of a file that the user's settings name. */
export function personalFile(file: string, { home, userDir }: Pick<Places, 'home' | 'userDir'>): string {
  return file.startsWith('~/') ? join(home, file.slice(2)) : resolve(userDir, file);
}

function skillFile(path: string): string {
  return path.endsWith('.md') ? path : join(path, 'SKILL.md');
}

function mustBeThere(path: string): string {
  if (existsSync(path)) return path;
  throw new HookError('SETTINGS_NOT_FOUND', { path });
}

/** The nearest directory upward with `.hookmd` or `.git`, never the home directory; else `cwd`. Searches only where these places started elsewhere. */
export function projectOf(
  cwd: string,
  { home, projectDir, searched }: Pick<Places, 'home' | 'projectDir' | 'searched'>,
): string {
  const { dir, isProject } =
    searched?.from === cwd
      ? { dir: projectDir, isProject: searched.isProject }
      : searchProject(realPath(cwd), realPath(home));
  return isProject ? dir : cwd;
}

function searchProject(cwd: string, home: string): { readonly dir: string; readonly isProject: boolean } {
  for (let dir = cwd; ; dir = dirname(dir)) {
    if (isProject(dir) && dir !== home) return { dir, isProject: true };
    if (dir === dirname(dir)) return { dir: cwd, isProject: false };
  }
}

/** Ignores an empty or relative HOME: the current directory, and so a repository, would become the home. */
function personalHome(environment: PlaceOptions['environment']): string {
  return absolute(environment?.['HOME']) ?? process.getBuiltinModule('node:os').userInfo().homedir;
}

function absolute(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}

function isProject(directory: string): boolean {
  return existsSync(join(directory, '.hookmd')) || existsSync(join(directory, '.git'));
}

function rejectInside(projectDir: string, label: string, path: string): void {
  if (!realPath(path).startsWith(projectDir + sep)) return;
  throw new HookError('STATE_IN_PROJECT', { kind: label, path, project: projectDir });
}

/** The real path of the nearest existing directory, followed by the rest. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length));
  }
}
