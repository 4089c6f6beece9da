import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import {
  type EntryText,
  findPluginFiles,
  type PluginFacts,
  type PluginFile,
  pluginFiles,
} from '../../discovery/scan.ts';
import { describeError } from '../../errors/hook-error.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import {
  areTexts,
  decodeUtf8,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJsonDocument,
  stableJson,
} from '../../events/json.ts';
import { isPackageName } from '../../manifest/keys.ts';
import { readFrontMatter } from '../../manifest/parse.ts';
import { readPlainFile } from '../../state/files.ts';
import { sha256 } from '../../state/hash.ts';
import { createIssueList, type KeyPath, type Locate, showText } from '../../yaml/issue-list.ts';
import { parseYaml } from '../../yaml/yaml.ts';
import type { HookForm } from '../forms/form.ts';
import { hookForms } from '../forms/index.ts';
import { hintOf } from '../scan-entries.ts';
import { readModule } from './read-module.ts';

/** Where the hooks of a plugin are; its manifest may name further files. */
const HOOKS_FILE = 'hooks/hooks.json';
/** The agent runs the hooks of a skill only while the skill is active. */
const SKILL_FILE = 'SKILL.md';
const MAX_BYTES = 1024 * 1024;
const MAX_NAME = 64;

/** The key of a hook that is a module, which only the form of a plugin writes. */
export const MODULE_KEY = 'handler';

/** One hook of a plugin: an entry of one of its files. */
export interface PluginHook {
  /** Unlike that of any other hook of the plugin; begins with the name of the plugin. */
  readonly name: string;
  readonly entry: EntryText;
  /** The file with the entry. */
  readonly path: string;
  /** What relative paths of its command count from, relative to the plugin. */
  readonly cwd: string;
}

export interface Plugin {
  readonly facts: PluginFacts;
  /** In the order of its files. */
  readonly hooks: readonly PluginHook[];
  /** Of its files; those of a hook come with the reading of the hook. */
  readonly issues: readonly Issue[];
}

/**
 * Reads the plugin in `dir`: its manifest, and the hooks of its files. Executes nothing.
 *
 * `name` is that of its directory in the hooks directory: two plugins may have one name in their manifests.
 */
export function readPlugin(dir: string, name: string): Plugin {
  const read = pluginFiles
    .map((file) => ({ file, paths: findPluginFiles(dir, file) }))
    .filter(({ paths }) => paths.length > 0)
    .map(({ file, paths }) => readMarked(dir, name, file, paths));
  const empty = { name, description: '', version: null, homepage: null, isProject: false };
  const chosen = read.find(({ hooks, issues }) => hooks.length + issues.length > 0) ?? read[0];
  if (chosen === undefined) return { facts: empty, hooks: [], issues: [] };
  return {
    ...chosen,
    issues: [...chosen.issues, ...read.filter((other) => other !== chosen).flatMap(leaveOutModules)],
  };
}

/** What a plugin has for several agents is usually the same, but each module is a program of its own. */
function leaveOutModules({ hooks }: Plugin): readonly Issue[] {
  const modules = new Map(
    hooks.filter(({ entry }) => entry.hook[MODULE_KEY] !== undefined).map(({ path, entry }) => [path, entry]),
  );
  return [...modules].map(([path, { agent }]) => {
    const detail = `other hooks of the plugin are read in place of this module; \`hooks install FILE\` installs it alone`;
    return issue('ENTRY_LEFT_OUT', { agent, detail }, { path });
  });
}

function readMarked(
  dir: string,
  name: string,
  { path, form: id, is }: PluginFile,
  paths: readonly string[],
): Plugin {
  const issues: Issue[] = [];
  const form = hookForms.find((item) => item.id === id);
  if (form === undefined) throw new Error(`there is no form ${id}`);
  const manifest = is === 'manifest' ? readJson(join(dir, path), issues) : null;
  const front = isJsonObject(manifest?.value) ? manifest.value : {};
  const usual = is === 'manifest' ? [HOOKS_FILE].filter((file) => existsSync(join(dir, file))) : paths;
  const isSkill = path === SKILL_FILE;
  // Settings and skills have more than hooks, and need not have any.
  const hasMore = is === 'project' || isSkill || form.isOfModules === true;
  const entries = findHooks(dir, usual, front, manifest, issues).flatMap((found) =>
    readHooks({ ...found, form, isSkill, hasMore }, issues),
  );
  const facts = {
    name,
    description: textOf(front['description']) ?? '',
    version: textOf(front['version']),
    homepage: textOf(front['homepage']) ?? textOf(front['repository']),
    isProject: is === 'project',
  };
  return { facts, hooks: nameHooks(name, entries), issues };
}

/** The name in the manifest of the plugin in `dir`; null = it has none that a directory may have. */
export function readPluginName(dir: string): string | null {
  const names = pluginFiles
    .filter(({ path, is }) => is === 'manifest' && existsSync(join(dir, path)))
    .map(({ path }) => readJson(join(dir, path), [])?.value)
    .map((value) => (isJsonObject(value) ? value['name'] : null));
  return (names.find((name) => typeof name === 'string' && isPackageName(name)) as string | null) ?? null;
}

interface JsonFile {
  readonly path: string;
  readonly value: JsonValue;
  readonly locate: Locate;
}

/** Null where it cannot be read. */
function readJson(path: string, issues: Issue[]): JsonFile | null {
  const reject = (
    detail: string,
    location: { readonly line?: number; readonly column?: number } = {},
  ): null => {
    issues.push(issue('PLUGIN_UNREADABLE', { detail: detail.replace(/\.$/, '') }, { path, ...location }));
    return null;
  };
  try {
    const text = decodeUtf8(readPlainFile(path, MAX_BYTES));
    if (text === null) return reject('it is not UTF-8 text');
    const front = path.endsWith('.md') ? readFrontMatter(text) : null;
    if (front !== null && !('yaml' in front)) return reject('it has no front matter');
    // JSON is YAML, and this reader rejects what makes two readers disagree: duplicate keys, `__proto__`.
    const reading = front?.yaml ?? parseYaml(text);
    if (!('problems' in reading)) return { path, ...reading };
    const [problem] = reading.problems;
    const isJson = !('error' in readJsonDocument(text));
    return reject(isJson ? (problem?.message ?? 'it is empty') : 'it is no valid JSON', problem);
  } catch (error) {
    return reject(describeError(error));
  }
}

/** What the text of a module shows, in place of what it is when it runs. */
function readFacts(dir: string, file: string, issues: Issue[]): JsonFile | null {
  const path = join(dir, file);
  try {
    const { facts, places } = readModule(dir, file);
    const locate: Locate = ([key]) => places.get(String(key)) ?? { line: 1, column: 1 };
    return { path, value: facts as unknown as JsonObject, locate };
  } catch (error) {
    issues.push(issue('PLUGIN_UNREADABLE', { detail: describeError(error) }, { path }));
    return null;
  }
}

/** A part of a file that maps events to hooks. */
interface HooksSource {
  readonly file: JsonFile;
  readonly at: KeyPath;
  readonly form: HookForm;
  readonly isSkill: boolean;
  /** Whether the hooks are under `hooks` and nowhere else. */
  readonly hasMore: boolean;
}

/** The usual files, and those that the manifest names or contains. */
function findHooks(
  dir: string,
  usual: readonly string[],
  { hooks }: JsonObject,
  manifest: JsonFile | null,
  issues: Issue[],
): readonly Pick<HooksSource, 'file' | 'at'>[] {
  const named = [hooks ?? []].flat() as readonly JsonValue[];
  const paths = named.filter((item) => typeof item === 'string').map((path) => posix.normalize(path));
  const files = [...new Set([...usual, ...paths])];
  const inFiles = files.flatMap((path) => {
    if (/^(?:\/|\.\.(?:\/|$))/.test(path)) {
      const detail = `its manifest names ${path}, which is outside of it`;
      issues.push(issue('PLUGIN_UNREADABLE', { detail }, { path: manifest?.path ?? dir }));
      return [];
    }
    const file = /\.[jt]s$/.test(path) ? readFacts(dir, path, issues) : readJson(join(dir, path), issues);
    return file === null ? [] : [{ file, at: [] }];
  });
  const isList = Array.isArray(hooks);
  const inManifest = named.flatMap((item, index) =>
    manifest === null || typeof item === 'string'
      ? []
      : [{ file: manifest, at: ['hooks', ...(isList ? [index] : [])] }],
  );
  return [...inFiles, ...inManifest];
}

type Found = Omit<PluginHook, 'name'>;

function readHooks({ file, at, form, isSkill, hasMore }: HooksSource, issues: Issue[]): readonly Found[] {
  const { path, value, locate } = file;
  const found = valueAt(value, at) ?? null;
  // In a file of hooks, and in a manifest, that key is optional.
  const isWhole = hasMore || (isJsonObject(found) && isJsonObject(found['hooks']));
  const reading = form.read(isWhole ? found : { hooks: found });
  const placeOf = (keys: KeyPath): KeyPath => [...at, ...(isWhole ? keys : keys.slice(1))];
  const list = createIssueList(path, locate);
  for (const { path: keys, detail } of reading.problems)
    list.add('ENTRY_SHAPE', { key: showText(keys.join('.')), detail, example: form.example }, placeOf(keys));
  for (const { path: keys, detail } of reading.leftOut)
    list.add('ENTRY_LEFT_OUT', { agent: form.agent, detail }, placeOf(keys));
  issues.push(...list.sorted());
  return reading.entries.map(({ path: keys, groupPath, cwd, ...rest }) => {
    const { protocol = form.protocol } = rest;
    const location = { path: placeOf(keys), groupPath: placeOf(groupPath), locate, runsIn: null };
    const notHonored = [
      ...rest.notHonored,
      ...(isSkill ? ['it runs in every session, not only while its skill is active'] : []),
    ];
    return {
      path,
      cwd: cwd ?? '.',
      entry: { ...rest, ...location, notHonored, protocol, agent: form.agent },
    };
  });
}

function valueAt(value: JsonValue, at: KeyPath): JsonValue | undefined {
  return at.reduce<JsonValue | undefined>(
    (inner, key) => (inner as Readonly<Record<string | number, JsonValue>> | undefined)?.[key],
    value,
  );
}

/**
 * Gives each hook a name: the plugin, the event and the file that is run. Hooks of the same have a digest of their definition
 * too: the name of a hook must not become that of another one in the next version.
 */
function nameHooks(plugin: string, found: readonly Found[]): readonly PluginHook[] {
  const short = found.map(({ entry }) => shortName(plugin, entry));
  const names = new Map<string, number>();
  return found.map((hook, index) => {
    const { entry } = hook;
    const plain = short[index] ?? '';
    const isOnly = plain.length <= MAX_NAME && short.filter((name) => name === plain).length === 1;
    const name = isOnly ? plain : `${plain.slice(0, MAX_NAME - 9)}-${digestOf(entry)}`;
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return { ...hook, name: count === 1 ? name : `${name.slice(0, MAX_NAME - 4)}-${count}` };
  });
}

function shortName(plugin: string, { event, hook }: EntryText): string {
  const { name: given, command, args } = hook;
  const line = [command, ...(areTexts(args) ? args : [])].join(' ');
  const hint = hintOf(typeof command === 'string' ? { command: line } : hook).replace(/\.\w+$/, '');
  const isNamed = typeof given === 'string' && isPackageName(given);
  const parts = isNamed ? [given] : [event.replace(/[^A-Za-z0-9.]+/g, ''), hint];
  return [plugin, ...parts].filter((part) => part !== '').join('.');
}

function digestOf({ event, matcher, hook }: EntryText): string {
  return sha256(stableJson([event, matcher ?? null, hook])).slice(0, 8);
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
