import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { describeError, didYouMean, HookError, isHookError } from '@hookmd/core/errors';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { isPackageName } from '@hookmd/core/manifest';
import { readPlainFile } from '@hookmd/core/system';
import { cleanLine, decodeUtf8, readJsonDocument } from '@hookmd/core/text';
import { MARKETPLACE_FILE } from '../archive/follow-names.ts';
import { gitSource } from './git/git.ts';
import type { GitSpec } from './git/git-spec.ts';
import type { Resolved, SourceContext } from './source.ts';
import { type FileSpec, parseSpec } from './spec.ts';

/** A repository or directory that lists plugins. */
export type MarketplaceSpec = GitSpec | FileSpec;

/** A plugin of a marketplace. */
export interface ListedPlugin {
  readonly name: string;
  /** One line; empty if there is none. */
  readonly description: string;
  /** From where it is fetched; a plugin of the marketplace itself has no ref: the commit of the marketplace counts. */
  readonly spec: string;
  /** It is a directory of the marketplace. */
  readonly isOwn: boolean;
  /** Null = only fetching it would show. */
  readonly hasHooks: boolean | null;
  /** Of the marketplace; null = it is a directory. */
  readonly commit: string | null;
  /** Of the marketplace, as hooks.lock records it; null = as the user wrote it. */
  readonly market: string | null;
  readonly entry: JsonObject;
}

const MANIFEST = '.claude-plugin/plugin.json';
const MAX_BYTES = 2 * 1024 * 1024;
const MOST_LISTED = 20;

/** The files of a marketplace. */
interface Market {
  /** Of its file; null = it has none. */
  readonly text: Buffer | null;
  readonly commit: string | null;
  readonly address: string | null;
  readonly has: (path: string) => boolean;
  /** The spec of one of its directories. */
  readonly specOf: (path: string) => string;
}

export interface Marketplace {
  /** As its file names it; null = it has no name that a package may have. */
  readonly name: string | null;
  /** In its order, without those whose source HookMD cannot fetch. */
  readonly plugins: readonly ListedPlugin[];
}

/** Throws NO_MARKETPLACE, PLUGIN_NOT_FOUND with the plugins that have hooks. */
export async function findPlugin(spec: MarketplaceSpec, context: SourceContext): Promise<ListedPlugin> {
  const { plugins } = await listMarketplace(spec, context);
  const found = plugins.find(({ name }) => name === spec.plugin);
  if (found !== undefined) return found;
  const name = spec.plugin ?? '';
  const names = plugins.map((plugin) => plugin.name);
  throw new HookError(
    'PLUGIN_NOT_FOUND',
    { name, suggestion: didYouMean(name, names), plugins: namesOf(plugins) },
    { exitCode: 1 },
  );
}

/** What people can choose: those that have hooks, or may have. */
function namesOf(plugins: readonly ListedPlugin[]): string {
  const names = plugins.filter(({ hasHooks }) => hasHooks !== false).map(({ name }) => name);
  const more = names.length - MOST_LISTED;
  return more > 0 ? `${names.slice(0, MOST_LISTED).join(', ')} and ${more} more` : names.join(', ') || 'none';
}

/** The plugins with hooks of the marketplace in a directory, but for the directory itself; null = it has none, or is no marketplace. */
export async function pluginsIn(
  dir: string,
): Promise<{ readonly names: string; readonly first: string } | null> {
  if (!existsSync(join(dir, MARKETPLACE_FILE))) return null;
  const market = await openDirectory({ prefix: 'file', path: dir, plugin: null }, dir);
  const plugins = listPlugins(market).plugins.filter(
    ({ hasHooks, spec }) => hasHooks !== false && spec !== market.address,
  );
  const known = plugins.filter(({ hasHooks }) => hasHooks === true);
  const [first] = [...known, ...plugins];
  return first === undefined
    ? null
    : { names: namesOf([...new Set([...known, ...plugins])]), first: first.name };
}

/** Throws NO_MARKETPLACE. */
export async function listMarketplace(spec: MarketplaceSpec, context: SourceContext): Promise<Marketplace> {
  const { cwd, home } = context;
  const market = spec.prefix === 'git' ? await openGit(spec, context) : await openDirectory(spec, cwd, home);
  return listPlugins(market);
}

function listPlugins(market: Market): Marketplace {
  const { name: given, value, root } = readFile(market);
  const names = new Set<string>();
  const plugins = value.flatMap((entry) => {
    const { name } = entry;
    if (typeof name !== 'string' || !isPackageName(name) || names.has(name)) return [];
    const source = sourceOf(entry['source'] ?? './', root, market);
    if (source === null) return [];
    names.add(name);
    const { description } = entry;
    const text = typeof description === 'string' ? cleanLine(description.slice(0, 200)) : '';
    return [
      {
        name,
        description: text,
        ...source,
        hasHooks: hasHooks(entry, source, market),
        commit: market.commit,
        market: market.address,
        entry,
      },
    ];
  });
  return { name: typeof given === 'string' && isPackageName(given) ? given : null, plugins };
}

async function openGit(spec: GitSpec, context: SourceContext): Promise<Market> {
  const { url } = spec;
  const { commit = null } = await gitSource.resolve({ ...spec, plugin: null }, context);
  const { openTree } = await import('./git/git-repository.ts');
  const tree = await openTree({ url, commit: commit ?? '', path: null, context });
  const file = tree.entries.find(({ name, kind }) => name === MARKETPLACE_FILE && kind === 'file');
  if (file !== undefined) {
    await tree.measure?.([file]);
    if ((file.size ?? 0) > MAX_BYTES) throw noMarketplace(`its ${MARKETPLACE_FILE} is too large`);
    await tree.load?.([file]);
  }
  const names = new Set(tree.entries.map(({ name }) => name));
  return {
    text: file === undefined ? null : file.read(),
    commit,
    address: null,
    has: (path) => names.has(path),
    specOf: (path) => `git:${url}${path === '.' ? '' : `#path:${path}`}`,
  };
}

async function openDirectory({ path }: FileSpec, cwd: string, home = cwd): Promise<Market> {
  const dir = resolve(cwd, path.replace(/^~(?=\/|$)/, home));
  return {
    text: existsSync(join(dir, MARKETPLACE_FILE)) ? readMarketFile(join(dir, MARKETPLACE_FILE)) : null,
    commit: null,
    address: `file:${dir}`,
    has: (path) => existsSync(join(dir, path)),
    specOf: (path) => `file:${join(dir, path)}`,
  };
}

function readMarketFile(path: string): Buffer {
  try {
    return readPlainFile(path, MAX_BYTES);
  } catch (error) {
    throw noMarketplace(`its ${MARKETPLACE_FILE} cannot be read: ${describeError(error)}`);
  }
}

function readFile({ text }: Market): {
  readonly name: JsonValue | undefined;
  readonly value: readonly JsonObject[];
  readonly root: string;
} {
  if (text === null) throw noMarketplace(`it has no ${MARKETPLACE_FILE}`);
  const decoded = decodeUtf8(text);
  const reading = decoded === null ? { error: 'it is not UTF-8' } : readJsonDocument(decoded);
  if ('error' in reading) throw noMarketplace(`its ${MARKETPLACE_FILE} cannot be read: ${reading.error}`);
  const { name, plugins, metadata } = isJsonObject(reading.value) ? reading.value : {};
  if (!Array.isArray(plugins)) throw noMarketplace(`its ${MARKETPLACE_FILE} has no list of plugins`);
  const root = isJsonObject(metadata) ? metadata['pluginRoot'] : undefined;
  return {
    name,
    value: (plugins as readonly JsonValue[]).filter(isJsonObject),
    root: typeof root === 'string' ? root : '.',
  };
}

export function noMarketplace(detail: string): HookError {
  return new HookError('NO_MARKETPLACE', { detail }, { exitCode: 1 });
}

/** Null = there is no such directory in the marketplace, or HookMD fetches nothing from there. */
function sourceOf(
  source: JsonValue,
  root: string,
  market: Market,
): Pick<ListedPlugin, 'spec' | 'isOwn'> | null {
  const spec = typeof source === 'string' ? directorySpec(source, root, market) : outerSpec(source);
  try {
    if (spec !== null) parseSpec(spec);
    return spec === null ? null : { spec, isOwn: typeof source === 'string' };
  } catch (error) {
    if (isHookError(error)) return null;
    throw error;
  }
}

function directorySpec(source: string, root: string, market: Market): string | null {
  const path = posix.normalize(source.startsWith('.') ? source : `${root}/${source}`).replace(/\/$/, '');
  return source.startsWith('/') || /^(?:\/|\.\.(?:\/|$))/.test(path) ? null : market.specOf(path);
}

/** Where a plugin is that the marketplace does not have itself, by the kind of its source. */
const outer: Readonly<Record<string, (source: JsonObject) => string>> = {
  github: ({ repo, ...rest }) => gitText(`https://github.com/${String(repo)}.git`, rest),
  url: ({ url, ...rest }) => gitText(String(url), rest),
  git: ({ url, ...rest }) => gitText(String(url), rest),
  'git-subdir': ({ url, ...rest }) => gitText(String(url), rest),
  // A package of the same name of another registry is another package.
  npm: ({ package: name, version, registry }) =>
    registry !== undefined ? '' : `npm:${String(name)}${version === undefined ? '' : `@${String(version)}`}`,
};

function outerSpec(source: JsonValue): string | null {
  const kind = isJsonObject(source) ? source['source'] : undefined;
  if (!isJsonObject(source) || typeof kind !== 'string' || !Object.hasOwn(outer, kind)) return null;
  return outer[kind]?.(source) ?? null;
}

function gitText(url: string, { ref, sha, path }: JsonObject): string {
  const parts = [...[sha ?? ref ?? []].flat(), ...(path === undefined ? [] : [`path:${String(path)}`])];
  return `git:${url}${parts.length === 0 ? '' : `#${parts.join('&')}`}`;
}

function hasHooks(
  entry: JsonObject,
  { spec, isOwn }: Pick<ListedPlugin, 'spec' | 'isOwn'>,
  { has }: Market,
): boolean | null {
  if (entry['hooks'] !== undefined) return true;
  const parsed = parseSpec(spec);
  if (!isOwn || parsed.prefix === 'npm' || parsed.prefix === 'https') return null;
  if (parsed.prefix === 'file') return existsSync(join(parsed.path, 'hooks/hooks.json'));
  return has(posix.join(parsed.path ?? '.', 'hooks/hooks.json'));
}

/** An entry of a marketplace is the manifest of a plugin that has none: it becomes a file of the plugin, and of its digest. */
export async function addManifest(
  spec: MarketplaceSpec,
  { commit }: Pick<Resolved, 'commit'>,
  dir: string,
  context: SourceContext,
): Promise<void> {
  if (existsSync(join(dir, MANIFEST))) return;
  const exact = spec.prefix === 'git' && commit !== null ? { ...spec, ref: commit } : spec;
  const plugin = await findPlugin(exact, context).catch(() => findPlugin(spec, context));
  if (plugin.entry['hooks'] === undefined) return;
  const { source: _, strict: __, ...manifest } = plugin.entry;
  mkdirSync(join(dir, '.claude-plugin'), { recursive: true });
  writeFileSync(join(dir, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}
