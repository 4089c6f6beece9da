import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Argv } from '../launch/launch.ts';

/** What a program may see and change that runs isolated; plain JSON data. */
export interface Isolation {
  /** bubblewrap, by its absolute path. */
  readonly backend: string;
  /** Where its approved bytes are; read-only. */
  readonly packageDir: string;
  /** Where what was built of its handler is; null = nothing was. */
  readonly builtDir: string | null;
  readonly projectDir: string;
  /** Its data directory, the only one outside the project that it may change. */
  readonly dataDir: string;
  /** Null = unknown. */
  readonly home: string | null;
  readonly writesProject: boolean;
}

/** Of the system, links as links. */
const SYSTEM_DIRECTORIES = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/**
 * What programs read about the machine; no addresses, no secrets, nothing of HookMD. Each entry costs a run a third of a
 * millisecond.
 */
const ETC = [
  'ld.so.cache',
  'alternatives',
  'passwd',
  'group',
  'nsswitch.conf',
  'localtime',
  'ssl/openssl.cnf',
];
const VISIBLE = ['/usr', ...SYSTEM_DIRECTORIES, '/nix/store'];
/** What a program needs from its installation; of a directory such as ~/.local or ~/.cargo only that part is visible. */
const PROGRAM_DIRECTORIES = ['bin', 'lib', 'lib64', 'libexec'];
const MAX_TEMPORARY_BYTES = 256 * 1024 * 1024;

/**
 * The command line that runs `argv` in its own namespaces: no network, no other processes, the system and the project
 * read-only, an empty home and /tmp. The descriptor `status` reports whether it ran.
 *
 * The order matters: later entries cover earlier ones (decision 0034).
 */
export function isolate(argv: Argv, cwd: string, isolation: Isolation, status: number | null): Argv {
  const { backend, packageDir, builtDir, projectDir, dataDir, home, writesProject } = isolation;
  // Also by their real paths: that of a project is one.
  const secret = [dataDir, ...(home === null ? [] : [home])].flatMap((value) => [value, realPath(value)]);
  const mayShow = (directory: string): boolean => secret.every((text) => !isInside(text, directory));
  // Without a project it may be the home directory.
  const hasProject = mayShow(projectDir);
  const approved = [packageDir, ...(builtDir === null ? [] : [builtDir])];
  const shown = [...VISIBLE, ...approved, dataDir, ...(hasProject ? [projectDir] : [])];
  return [
    backend,
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
    // A session of its own: the signal that ends a program must not end bubblewrap first, and with it everything.
    ...['--die-with-parent', '--new-session'],
    ...(status === null ? [] : ['--json-status-fd', String(status)]),
    ...['--ro-bind', '/usr', '/usr', ...SYSTEM_DIRECTORIES.flatMap(asItIs)],
    ...['--ro-bind-try', '/nix/store', '/nix/store', ...ETC.flatMap((name) => asItIs(`/etc/${name}`))],
    // Root without a capability still owns what is in /proc/sys.
    ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev', ...fresh('/tmp')],
    ...(home === null || isInside(home, '/tmp') || VISIBLE.some((item) => isInside(home, item))
      ? []
      : fresh(home)),
    ...argv.flatMap((word, index) => programFiles(word, index === 0, { shown, mayShow, home })),
    ...(hasProject ? [writesProject ? '--bind-try' : '--ro-bind-try', projectDir, projectDir] : []),
    ...approved.flatMap((dir) => ['--ro-bind-try', dir, dir]),
    ...['--bind-try', dataDir, dataDir, '--remount-ro', '/', '--setenv', 'TMPDIR', '/tmp'],
    ...['--chdir', shown.some((entry) => isInside(cwd, entry)) ? cwd : hasProject ? projectDir : '/tmp'],
    '--',
    ...argv,
  ];
}

/** Why a program that was to be isolated never ran; null = it did, and ended by itself. */
export function whyNotIsolated(status: string, stderr: string): string | null {
  // Without a program it ends with the status of one that failed, after all was set up.
  if (/"exit-code"/.test(status) && !stderr.startsWith('bwrap: execvp ')) return null;
  return stderr.split('\n', 1)[0] || 'bubblewrap printed nothing';
}

function fresh(directory: string): readonly string[] {
  return ['--size', String(MAX_TEMPORARY_BYTES), '--tmpfs', directory];
}

function asItIs(path: string): readonly string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

/**
 * Programs of the command line that are not visible yet; for the first one what was installed with it. Other files stay hidden:
 * the author of a package writes the command line, and would choose what of the home directory is visible.
 */
function programFiles(
  word: string,
  isFirst: boolean,
  {
    shown,
    mayShow,
    home,
  }: { shown: readonly string[]; mayShow: (directory: string) => boolean; home: string | null },
): readonly string[] {
  if (!word.startsWith('/') || shown.some((value) => isInside(word, value)) || !isProgram(word)) return [];
  const real = realPath(word);
  const prefix = dirname(dirname(real));
  const isInstalled = isFirst && basename(dirname(real)) === 'bin' && prefix !== '/' && mayShow(prefix);
  const isShared = home !== null && [home, realPath(home)].includes(dirname(prefix));
  const directories = isShared ? PROGRAM_DIRECTORIES.map((name) => join(prefix, name)) : [prefix];
  return [
    ...(isInstalled ? directories.flatMap((dir) => ['--ro-bind-try', dir, dir]) : []),
    ...(isInstalled && real === word ? [] : ['--ro-bind', word, word]),
  ];
}

function isProgram(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && (stats.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // it is made when it is needed
  }
}

function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}
