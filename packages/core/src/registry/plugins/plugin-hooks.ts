import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalize } from 'node:path/posix';
import { replaceWords, type Word } from '@hookmd/shell';
import { inspectCommand, PROJECT_VARIABLE } from '../../command/inspect.ts';
import type { Root } from '../../discovery/roots.ts';
import { type Definition, listPlugins, type PluginFacts, type Scan } from '../../discovery/scan.ts';
import { describeError } from '../../errors/hook-error.ts';
import { hasErrors, type Issue, issue } from '../../errors/issue.ts';
import type { JsonObject } from '../../events/json.ts';
import { quoteWord } from '../../events/text.ts';
import { checkMatcherPattern } from '../../manifest/events.ts';
import { isPackageName } from '../../manifest/keys.ts';
import { readManifest } from '../../manifest/read-manifest.ts';
import { protocols } from '../../protocols/index.ts';
import { type PackageContent, readContent, readPackage, toContent } from '../../trust/digest.ts';
import { type Stored, storePackage } from '../../trust/store.ts';
import { createIssueList } from '../../yaml/issue-list.ts';
import { buildLaunch } from '../build-launch.ts';
import { type DefinitionReader, failedReading, type PackageReading } from '../inventory/package-reading.ts';
import { checkKeys, commandLine, ENTRY_KEYS, locateIn } from '../settings-entries.ts';
import { MODULE_KEY, type Plugin, readPlugin } from './read-plugin.ts';

/** Lists every hook of every plugin in a hooks directory. Reads the files that define them; executes nothing. */
export function scanPlugins(root: Root): Scan {
  const issues: Issue[] = [];
  const definitions = listPlugins(root).flatMap((name) => {
    const dir = `${root.dir}/${name}`;
    if (isPackageName(name)) return definePlugin(root, name, dir, issues);
    issues.push(issue('PLUGIN_UNREADABLE', { detail: 'its name is no name of a hook' }, { path: dir }));
    return [];
  });
  return { definitions, switchedOff: [], issues };
}

/** The hooks of the plugin in `dir`, which has or would have this name in the hooks directory. */
export function definePlugin(root: Root, name: string, dir: string, issues: Issue[]): readonly Definition[] {
  const plugin = readPlugin(dir, name);
  issues.push(...plugin.issues);
  if (plugin.hooks.length === 0 && !hasErrors(plugin.issues))
    issues.push(issue('PLUGIN_WITHOUT_HOOKS', { name }, { path: dir }));
  return plugin.hooks.map(({ name: hook, entry, path, cwd }) => ({
    root,
    directory: `${name}/${hook}`,
    dir,
    manifestPath: path,
    path: dir,
    entry,
    cwd,
    plugin: plugin.facts,
  }));
}

/**
 * Hooks of plugins: each is an entry of a file in the plugin, and all of them have one copy and one digest, those of the whole
 * directory.
 */
export const pluginHooks: DefinitionReader = {
  read: (definition) => readHook(definition, contentOf(definition.dir, definition.plugin)),
  unreadable({ directory, manifestPath, entry }, error) {
    const problem = issue('PLUGIN_UNREADABLE', { detail: describeError(error) }, { path: manifestPath });
    return failedReading(hookOf(directory), problem, entry === undefined ? [] : [entry.event]);
  },
  store: ({ dir, plugin }, storeRoot): Stored =>
    once(plugin, `store ${dir} ${storeRoot}`, () => storePackage(dir, storeRoot)),
  async readStored(dir, { directory, plugin }) {
    const content = contentOf(dir, plugin);
    const stored = once(plugin, `plugin ${dir}`, () => readPlugin(dir, pluginOf(directory)));
    const definition = findHook(stored, directory, dir);
    if (definition !== null) return readHook(definition, content);
    const problem = issue('PLUGIN_UNREADABLE', { detail: 'the hook is not in it' }, { path: dir });
    return { ...failedReading(hookOf(directory), problem), digest: content.digest };
  },
  content: ({ dir }, sink) => toContent(dir, readContent(dir, sink)),
  readFile: ({ dir }, path) => readFileSync(join(dir, path)),
  body: () => '',
};

function findHook({ hooks, facts }: Plugin, directory: string, dir: string): Definition | null {
  const found = hooks.find(({ name }) => name === hookOf(directory));
  if (found === undefined) return null;
  const root = { kind: 'plugins', source: 'user', dir, realDir: dir } as const;
  return {
    root,
    directory,
    dir,
    manifestPath: found.path,
    path: dir,
    entry: found.entry,
    cwd: found.cwd,
    plugin: facts,
  };
}

async function readHook(
  { dir, directory, entry, manifestPath, plugin, cwd = '.' }: Definition,
  { files, digest, issues: ofContent }: PackageContent,
): Promise<PackageReading> {
  if (entry === undefined || plugin === undefined) throw new Error('it is gone');
  const paths = files.map(({ path }) => path);
  const name = hookOf(directory);
  const variables = Object.keys(protocols[entry.protocol].pluginVariables ?? {});
  const issues = createIssueList(manifestPath, locateIn(entry));
  checkKeys(entry, issues, [MODULE_KEY]);
  const location = { path: manifestPath, directoryName: name, files: paths, variables };
  const front = frontOf(name, entry, plugin, (line) =>
    plugin.isProject ? withOwnFiles(line, paths, cwd) : line,
  );
  const { manifest, partial } = readManifest(front, location, issues);
  for (const detail of entry.notHonored) issues.add('ENTRY_NOT_HONORED', { agent: entry.agent, detail }, []);
  const pattern = await checkMatcherPattern(manifest);
  if (pattern !== null) issues.add('MANIFEST_MATCHER', pattern, ['matcher']);
  const launch =
    manifest === null
      ? null
      : buildLaunch(manifest, { packageDir: dir, files: paths, path: process.env['PATH'] ?? '' });
  return {
    manifest: manifest === null || issues.hasErrors() ? null : manifest,
    partial,
    issues: [...issues.sorted(), ...ofContent],
    versions: [],
    program: launch?.ok ? launch.argv[0] : null,
    files: paths,
    digest,
  };
}

/** The front matter of a package that is the same hook. */
function frontOf(
  name: string,
  { event, matcher, hook, protocol }: NonNullable<Definition['entry']>,
  plugin: PluginFacts,
  withFiles: (line: string | readonly string[]) => string | readonly string[],
): JsonObject {
  const { description, version, homepage } = plugin;
  const line = commandLine(hook);
  const known = Object.entries(hook).filter(
    ([key]) => [...ENTRY_KEYS, MODULE_KEY].includes(key) && !/^(?:name|args)$/.test(key),
  );
  return {
    description,
    ...(version === null ? {} : { version }),
    ...(homepage === null ? {} : { homepage }),
    ...(matcher === undefined ? {} : { matcher }),
    ...Object.fromEntries(known),
    ...(line === undefined ? {} : { command: withFiles(line) }),
    name,
    events: [event],
    protocol,
  };
}

/** A repository names its scripts by its project directory, which is another one here: those that it has are files of the copy. */
function withOwnFiles(
  line: string | readonly string[],
  files: readonly string[],
  cwd: string,
): string | readonly string[] {
  const found = inspectCommand(line).runs.flatMap(({ word, isNested }) => {
    const path = projectPath(word, cwd);
    return !isNested && path !== null && files.includes(path) ? [{ word, path }] : [];
  });
  if (typeof line === 'string')
    return replaceWords(
      line,
      found.map(({ word, path }) => ({ ...word, text: `"$HOOK_DIR"/${quoteWord(path)}` })),
    );
  return line.map((text, index) => {
    const file = found.find(({ word }) => word.start === index);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder
    return file === undefined ? text : join('${HOOK_DIR}', file.path);
  });
}

function projectPath({ variable, value }: Word, cwd: string): string | null {
  if (value === null) return null;
  if (variable === null) return value.includes('/') ? normalize(`${cwd}/${value}`) : null;
  return PROJECT_VARIABLE.test(variable) ? normalize(value.slice(1)) : null;
}

function contentOf(dir: string, plugin: PluginFacts | undefined): PackageContent {
  return once(plugin, `content ${dir}`, () => readPackage(dir));
}

/** `plugin/hook`: the directory of a plugin in the hooks directory, and the name of one of its hooks. */
function pluginOf(directory: string): string {
  return directory.split('/', 1)[0] ?? '';
}

function hookOf(directory: string): string {
  return directory.slice(directory.indexOf('/') + 1);
}

const shared = new WeakMap<PluginFacts, Map<string, unknown>>();

/** What the hooks of one plugin share is made for the first of them: for as long as the inventory that listed them. */
function once<T>(plugin: PluginFacts | undefined, key: string, make: () => T): T {
  if (plugin === undefined) return make();
  const values = shared.get(plugin) ?? new Map<string, unknown>();
  shared.set(plugin, values);
  if (!values.has(key)) values.set(key, make());
  return values.get(key) as T;
}
