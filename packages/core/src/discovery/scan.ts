import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { JsonObject, JsonValue } from '../events/json.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import { namesIn } from '../state/files.ts';
import type { KeyPath, Locate } from '../yaml/issue-list.ts';
import { findPluginModule } from './module-package.ts';
import type { Root } from './roots.ts';

/** The file name of a manifest. */
export const MANIFEST_FILE = 'HOOK.md';

/** A file that marks a directory as a plugin. */
export interface PluginFile {
  /** Relative to the directory; `{a,b}` is one of these, and the last part may be `*` with an extension. */
  readonly path: string;
  /** The form of its hooks. */
  readonly form: string;
  /** `manifest` names files of hooks; `hooks` = a file of hooks; `project` = one that a repository has for itself; `npm` names a module. */
  readonly is: 'manifest' | 'hooks' | 'project' | 'npm';
}

/** Files of which one marks a directory as a plugin or extension of an agent. The first with hooks counts. */
export const pluginFiles: readonly PluginFile[] = [
  { path: '.claude-plugin/plugin.json', form: 'claude', is: 'manifest' },
  { path: 'gemini-extension.json', form: 'gemini', is: 'manifest' },
  { path: 'qwen-extension.json', form: 'qwen', is: 'manifest' },
  { path: '.cursor-plugin/plugin.json', form: 'cursor', is: 'manifest' },
  { path: '.codex-plugin/plugin.json', form: 'codex', is: 'manifest' },
  { path: 'hooks/hooks.json', form: 'claude', is: 'hooks' },
  { path: 'SKILL.md', form: 'claude', is: 'hooks' },
  { path: '.claude/settings.json', form: 'claude', is: 'project' },
  { path: '.codex/hooks.json', form: 'codex', is: 'project' },
  { path: '.cursor/hooks.json', form: 'cursor', is: 'project' },
  { path: '.github/hooks/*.json', form: 'copilot', is: 'project' },
  { path: '.gemini/settings.json', form: 'gemini', is: 'project' },
  { path: '.qwen/settings.json', form: 'qwen', is: 'project' },
  { path: '.opencode/{plugin,plugins}/*.{ts,js}', form: 'opencode', is: 'project' },
  { path: 'package.json', form: 'opencode', is: 'npm' },
];

const markingPaths: ReadonlySet<string> = new Set(
  pluginFiles.filter(({ is }) => is !== 'npm').flatMap(pathsOf),
);

/** Whether the file at this path, relative to a directory, marks that as a plugin, whatever is in it. */
export function isPluginFile(path: string): boolean {
  const ofAll = path.replace(/[^/]*(?=\.\w+$)/, '*');
  return markingPaths.has(path) || markingPaths.has(ofAll);
}

/** Each path that one with braces means. */
function pathsOf({ path }: Pick<PluginFile, 'path'>): readonly string[] {
  const [braces, list] = /\{([^}]*)\}/.exec(path) ?? [];
  if (braces === undefined || list === undefined) return [path];
  return list.split(',').flatMap((word) => pathsOf({ path: path.replace(braces, () => word) }));
}

/** A candidate for a hook in a hooks directory: a package, a hook of a plugin, an executable or a settings entry. */
export interface Definition {
  readonly root: Root;
  /** Its name in the hooks directory; approvals are bound to both. */
  readonly directory: string;
  /** The directory that its files are relative to. */
  readonly dir: string;
  /** The file that describes it. */
  readonly manifestPath: string;
  /** The whole of it: directory or file. */
  readonly path: string;
  /** Of a linked package: a name in its directory that is no part of the package. */
  readonly leavesOut?: string;
  /** Of a settings entry or a hook of a plugin: its part of the file. */
  readonly entry?: EntryText;
  /** Of a hook of a plugin: one object for all hooks of the plugin. */
  readonly plugin?: PluginFacts;
  /** Of a hook of a plugin: what relative paths of its command count from, relative to `dir`. */
  readonly cwd?: string;
}

/** A plugin, as its manifest describes it. */
export interface PluginFacts {
  /** Its directory in the hooks directory; names of its hooks begin with it. */
  readonly name: string;
  readonly description: string;
  readonly version: string | null;
  readonly homepage: string | null;
  /** It is a repository with hooks for itself: files of its project directory are its own. */
  readonly isProject: boolean;
}

/** One hook in a settings file. */
export interface EntryText {
  readonly event: string;
  /** Of its group. */
  readonly matcher: JsonValue | undefined;
  readonly hook: JsonObject;
  readonly path: KeyPath;
  readonly groupPath: KeyPath;
  readonly locate: Locate;
  readonly protocol: ProtocolId;
  /** The agent in whose form it is. */
  readonly agent: string;
  /**
   * The directory in which its command runs, and that its relative paths start from (null = unknown), with the word for a shell;
   * null = that of the session.
   */
  readonly runsIn: { readonly dir: string | null; readonly word: string } | null;
  /** What of it HookMD cannot do: a sentence each. */
  readonly notHonored: readonly string[];
}

export interface Scan {
  /** In byte order of their file names: the first of two with one name wins it. */
  readonly definitions: readonly Definition[];
  /** Files that their name disables. */
  readonly switchedOff: readonly SwitchedOff[];
  readonly issues: readonly Issue[];
}

export interface SwitchedOff {
  readonly root: Root;
  /** The name it would have. */
  readonly name: string;
  readonly path: string;
}

/** Lists the packages of a hooks directory by names only. Reports and skips an unreadable directory (B9). */
export function scanPackages(root: Root): Scan {
  const listed = listRoot(root);
  const definitions: Definition[] = [];
  const issues = [...listed.issues];
  for (const entry of listed.entries) {
    const definition = locatePackage(root, entry.name);
    if (entry.name.startsWith('.') || !isDirectory(entry, definition.dir)) continue;
    if (hasManifest(definition.dir)) definitions.push(definition);
    else if (!isPlugin(definition.dir)) issues.push(issue('MANIFEST_MISSING', {}, { path: definition.dir }));
  }
  return { definitions, switchedOff: [], issues };
}

/** Names of the directories in a hooks directory that are plugins. By names only; `scanPackages` reports what is unreadable. */
export function listPlugins(root: Root): readonly string[] {
  return listRoot(root)
    .entries.filter((entry) => !entry.name.startsWith('.') && isDirectory(entry, `${root.dir}/${entry.name}`))
    .map(({ name }) => name)
    .filter((name) => !hasManifest(`${root.dir}/${name}`) && isPlugin(`${root.dir}/${name}`));
}

/** The hook of this name, `plugin/hook`, whether it exists or not. */
export function locatePluginHook(root: Root, directory: string): Definition {
  const dir = `${root.dir}/${directory.split('/', 1)[0] ?? ''}`;
  return { root, directory, dir, manifestPath: dir, path: dir };
}

/** Whether a directory without a HOOK.md is a plugin of an agent. */
export function isPlugin(dir: string): boolean {
  return pluginFiles.some((file) => findPluginFiles(dir, file).length > 0);
}

/** The files of `dir` that a row of `pluginFiles` means, relative to it. */
export function findPluginFiles(dir: string, file: PluginFile): readonly string[] {
  if (file.is === 'npm') return [findPluginModule(dir) ?? []].flat();
  return pathsOf(file).flatMap((path) => {
    const [parent = '', extension] = path.split('*');
    if (extension === undefined) return existsSync(`${dir}/${path}`) ? [path] : [];
    const names = namesIn(`${dir}/${parent}`).filter((name) => name.endsWith(extension));
    return [...names].sort().map((name) => parent + name);
  });
}

/** The package of this name, whether it exists or not. */
export function locatePackage(root: Root, directory: string): Definition {
  const dir = `${root.dir}/${directory}`;
  return { root, directory, dir, manifestPath: `${dir}/${MANIFEST_FILE}`, path: dir };
}

/** The entries of a hooks directory, in byte order. */
function listRoot({ dir }: Root): {
  readonly entries: readonly Dirent[];
  readonly issues: readonly Issue[];
} {
  try {
    const entries = readdirSync(dir, { withFileTypes: true });
    const bytes = new Map(entries.map((entry) => [entry, Buffer.from(entry.name)]));
    const bytesOf = (entry: Dirent): Buffer => bytes.get(entry) ?? Buffer.alloc(0);
    entries.sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));
    return { entries, issues: [] };
  } catch (error) {
    const detail = describeError(error);
    return { entries: [], issues: [issue('ROOT_UNREADABLE', { detail }, { path: dir })] };
  }
}

function isDirectory(entry: Dirent, dir: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // A broken link is a package with a problem: it hides no other.
    return true;
  }
}

function hasManifest(dir: string): boolean {
  try {
    return lstatSync(`${dir}/${MANIFEST_FILE}`, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // An unreadable directory is a package with a problem.
    return true;
  }
}

/** The ending of a disabled file (C1). */
const OFF = '.disable';
/** A directory with a thousand other files does not get a thousand reasons. */
const MAX_SKIPPED = 50;

/**
 * Lists the bare executables of a hooks directory: regular files, hidden ones too, with any execute permission, and links to
 * these. Reads names, types and modes only. Everything else is skipped with its reason, except directories: a directory with a
 * HOOK.md is a package.
 */
export function scanExecutables(root: Root): Scan {
  const { entries, issues: found } = listRoot(root);
  const definitions: Definition[] = [];
  const switchedOff: SwitchedOff[] = [];
  const skipped: Issue[] = [];
  for (const entry of entries) {
    const definition = locateExecutable(root, entry.name);
    if (entry.name.endsWith(OFF)) {
      switchedOff.push({ root, name: entry.name.slice(0, -OFF.length), path: definition.path });
      continue;
    }
    if (entry.isDirectory()) continue;
    const detail = whyNot(root, entry, definition.path);
    if (detail === null) definitions.push(definition);
    else if (detail !== IS_DIRECTORY)
      skipped.push(issue('EXECUTABLE_SKIPPED', { detail }, { path: definition.path }));
  }
  return { definitions, switchedOff, issues: [...found, ...cap(skipped, root)] };
}

function cap(skipped: readonly Issue[], { dir }: Root): readonly Issue[] {
  const more = skipped.length - MAX_SKIPPED;
  if (more <= 0) return skipped;
  const rest = issue('EXECUTABLE_SKIPPED', { detail: `${more} more files in this directory` }, { path: dir });
  return [...skipped.slice(0, MAX_SKIPPED), rest];
}

/** The executable of this name, whether it exists or not. */
export function locateExecutable(root: Root, directory: string): Definition {
  const path = `${root.dir}/${directory}`;
  return { root, directory, dir: root.dir, manifestPath: path, path };
}

/** The settings entry of this name in the file of its root. */
export function locateEntry(root: Root, directory: string): Definition {
  return { root, directory, dir: dirname(root.dir), manifestPath: root.dir, path: root.dir };
}

const IS_DIRECTORY = 'it is a directory';

/** Why this is no bare executable; null = it is one. */
function whyNot(root: Root, entry: Dirent, path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    const isLink = entry.isSymbolicLink();
    const kind = isLink ? 'it is a link to' : 'it is';
    if (stats === undefined) return isLink ? 'it is a link to nothing' : 'it cannot be found under its name';
    // `scanPackages` reports a link to a directory.
    if (stats.isDirectory()) return IS_DIRECTORY;
    if (!stats.isFile()) return `${kind} ${describeKind(stats)}`;
    if ((stats.mode & 0o111) === 0)
      return isLink ? 'it is a link to a file without an exec bit' : 'it has no exec bit';
    return isLink && leavesProject(root, path) ? 'it is a link that leaves the project' : null;
  } catch (error) {
    return `it cannot be read (${describeError(error)})`;
  }
}

function describeKind(stats: Stats): string {
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** A repository must not turn a program of the user into a hook; the user's own links may lead anywhere. */
function leavesProject({ source, realDir }: Root, path: string): boolean {
  const projectDir = realDir.replace(/\/\.kodelet\/hooks$/, '');
  return source === 'project' && !realpathSync.native(path).startsWith(`${projectDir}/`);
}
