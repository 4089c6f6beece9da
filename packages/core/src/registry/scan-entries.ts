import { basename, dirname, isAbsolute, join } from 'node:path';
import { keepLastGood, MAX_CONFIG_BYTES, readConfigFile, readLastGood } from '../config/config-file.ts';
import type { Root } from '../discovery/roots.ts';
import { type Definition, type EntryText, locateEntry, type Scan } from '../discovery/scan.ts';
import { describeError } from '../errors/hook-error.ts';
import { issue } from '../errors/issue.ts';
import { attachedAgentOf } from '../events/attached-agent.ts';
import { decodeUtf8, isJsonObject, type JsonObject, type JsonValue, stableJson } from '../events/json.ts';
import { quoteWord } from '../events/text.ts';
import { isPackageName } from '../manifest/keys.ts';
import { readFrontMatter } from '../manifest/parse.ts';
import { sha256 } from '../state/hash.ts';
import {
  createIssueList,
  describeFound,
  type IssueList,
  type KeyPath,
  type Locate,
  showText,
} from '../yaml/issue-list.ts';
import { parseYaml, type YamlReading } from '../yaml/yaml.ts';
import { findForm } from './forms/index.ts';

const MAX_HINT = 24;
const NOTHING: Scan = { definitions: [], switchedOff: [], issues: [] };

/**
 * Lists the settings entries of a file: a `config.yaml`, a file of hooks in the form of an agent, or the front matter of a skill.
 *
 * A wrong entry hides none of the others. HookMD's own lines are never entries (row B18).
 */
export function scanEntries(root: Root, keeps = false): Scan {
  const bytes = readBytes(root.dir);
  if (bytes === null) return NOTHING;
  const reading = typeof bytes === 'string' ? cannotRead(bytes) : readSettings(root.dir, bytes);
  if (reading === null) return NOTHING;
  if (!('problems' in reading)) {
    if (keeps && root.lastGood !== undefined && typeof bytes !== 'string') keepLastGood(root.lastGood, bytes);
    return scanValue(root, reading);
  }
  const lastGood = root.lastGood === undefined ? null : readLastGood(root.lastGood);
  const before = lastGood === null ? null : readSettings(root.dir, lastGood);
  const scan = before === null || 'problems' in before ? NOTHING : scanValue(root, before);
  // The reader of the settings reports this for a config.yaml.
  if (isSettings(root.dir)) return scan;
  const isHeld = scan !== NOTHING;
  const unread = reading.problems.map(({ message, line, column }) => {
    const detail = `${message.replace(/\.$/, '')}${isHeld ? '' : ', so none of its hooks runs'}`;
    return issue('ENTRIES_UNREADABLE', { detail }, { path: root.dir, line, column });
  });
  const held = isHeld ? [issue('SETTINGS_UNCHANGED', {}, { path: root.dir })] : [];
  return { ...scan, issues: [...unread, ...held, ...scan.issues] };
}

type Readable = Exclude<YamlReading, { readonly problems: unknown }>;

function scanValue(root: Root, { value, locate }: Readable): Scan {
  const issues = createIssueList(root.dir, locate);
  return { ...NOTHING, definitions: listEntries(root, value, locate, issues), issues: issues.sorted() };
}

function cannotRead(message: string): YamlReading {
  return { problems: [{ kind: 'syntax', message, line: 1, column: 1 }] };
}

function isSettings(path: string): boolean {
  return basename(path) === 'config.yaml';
}

function readBytes(path: string): Buffer | string | null {
  try {
    return readConfigFile(path);
  } catch (error) {
    return describeError(error);
  }
}

/** Null = there are no entries in it at all. */
function readSettings(path: string, bytes: Buffer): YamlReading | null {
  if (bytes.length > MAX_CONFIG_BYTES) return cannotRead(`it has more than ${MAX_CONFIG_BYTES} bytes`);
  const reading = parse(path, bytes);
  if (reading === null || 'problems' in reading || reading.value === null || isJsonObject(reading.value))
    return reading;
  return cannotRead(`it is ${describeFound(reading.value)}, not a mapping of keys`);
}

function parse(path: string, bytes: Buffer): YamlReading | null {
  const text = decodeUtf8(bytes);
  if (text === null) return cannotRead('it is not UTF-8 text');
  // JSON is YAML, and HookMD's reader rejects what makes two readers disagree: duplicate keys, `__proto__`.
  if (!path.endsWith('.md')) return parseYaml(text);
  const front = readFrontMatter(text);
  return 'yaml' in front ? front.yaml : null;
}

function listEntries(root: Root, value: JsonValue, locate: Locate, issues: IssueList): readonly Definition[] {
  const form = findForm(root.dir, value);
  const { entries, problems, leftOut } = form.read(value);
  const shape = (path: KeyPath, detail: string): void =>
    issues.add('ENTRY_SHAPE', { key: showText(path.join('.')), detail, example: form.example }, path);
  for (const { path, detail } of problems) shape(path, detail);
  for (const { path, detail } of leftOut) issues.add('ENTRY_LEFT_OUT', { agent: form.agent, detail }, path);
  const found: Definition[] = [];
  const names = new Map<string, number>();
  for (const { path, groupPath, cwd, ...rest } of entries) {
    const { hook, protocol = form.protocol } = rest;
    // What `hooks attach` wrote dispatches events: as an entry it would dispatch them again.
    if (attachedAgentOf(hook) !== null) continue;
    const runsIn = runsInOf(root, form.runsBesideFile && root.source !== 'project' ? dirname(root.dir) : cwd);
    const entry = { ...rest, path, groupPath, locate, protocol, agent: form.agent, runsIn };
    // In other forms a name is for people, and several hooks may have it.
    const isGiven = form.protocol === 'claude' && hook['name'] !== undefined;
    const name = uniqueName(nameOf(root, entry), names, isGiven);
    if (name === null) shape([...path, 'name'], 'has the name of an earlier one');
    else found.push({ ...locateEntry(root, name), entry });
  }
  return found;
}

/** Where a command runs: in a directory below the project only where it is known which project. */
function runsInOf({ source, around }: Root, cwd: string | undefined): EntryText['runsIn'] {
  if (cwd === undefined) return null;
  if (isAbsolute(cwd)) return { dir: cwd, word: quoteWord(cwd) };
  const project = source === 'project' ? around?.project : undefined;
  return {
    dir: project === undefined ? null : join(project, cwd),
    word: `"$HOOK_PROJECT_DIR"/${quoteWord(cwd)}`,
  };
}

/** The name from the user, or one from the event, the command and the definition: independent of the entries beside it. */
function nameOf(root: Root, { event, matcher, hook }: EntryText): string {
  const skill = root.source === 'skill' ? `${clean(basename(dirname(root.dir)))}-` : '';
  const given = hook['name'];
  if (typeof given === 'string' && isPackageName(given)) return `${skill}${given}`.slice(0, 64);
  // Two files of the user may have the same entry; the settings themselves are the same file everywhere.
  const file = isSettings(root.dir) || root.source === 'skill' ? null : root.realDir;
  const digest = sha256(stableJson([file, event, matcher ?? null, hook])).slice(0, 8);
  const parts = [clean(event), hintOf(hook), digest].filter((part) => part !== '');
  return `${skill}${parts.join('-')}`.slice(-64).replace(/^[^A-Za-z0-9]+/, '');
}

/** The last file of the command in a directory, else its program. */
export function hintOf({ command, handler, url, prompt }: JsonObject): string {
  if (typeof handler === 'string') return clean(basename(handler));
  if (typeof command !== 'string')
    return typeof url === 'string' ? 'http' : typeof prompt === 'string' ? 'prompt' : '';
  const words = command
    .replace(/["']/g, '')
    .split(/\s+/)
    .filter((word) => !/^[-$A-Z_]+=|^-/.test(word));
  const token = words.find((name) => name.includes('/')) ?? words[0] ?? '';
  return clean(basename(token)).slice(0, MAX_HINT);
}

function clean(text: string): string {
  return text
    .replace(/[^A-Za-z0-9._-]+/g, '')
    .replace(/^[._-]+|[._-]+$/g, '')
    .slice(0, MAX_HINT);
}

/** Anonymous ones of one definition all run; a name from the user means one hook. */
function uniqueName(name: string, names: Map<string, number>, isGiven: boolean): string | null {
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  if (count === 1) return name;
  return isGiven ? null : `${name.slice(-60)}-${count}`;
}
