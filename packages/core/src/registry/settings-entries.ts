import { readFileSync } from 'node:fs';
import type { Definition, EntryText } from '../discovery/scan.ts';
import { describeError } from '../errors/hook-error.ts';
import { issue } from '../errors/issue.ts';
import { didYouMean } from '../errors/nearest-name.ts';
import { areTexts, type JsonObject } from '../events/json.ts';
import { cleanLine, quoteWord } from '../events/text.ts';
import { checkMatcherPattern } from '../manifest/events.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import { type ContentSink, readBytes, readProgram, toContent } from '../trust/digest.ts';
import { storeContent } from '../trust/store.ts';
import {
  createIssueList,
  describeFound,
  type IssueList,
  type KeyPath,
  showText,
} from '../yaml/issue-list.ts';
import { buildLaunch } from './build-launch.ts';
import { type EntryCommand, type NamedFile, nameFiles, readEntryCommand } from './entry-command.ts';
import { readPackageDirectory } from './inventory/package-directories.ts';
import { type DefinitionReader, failedReading } from './inventory/package-reading.ts';
import { findNeighbors } from './script-neighbors.ts';

export { scanEntries } from './scan-entries.ts';

const MANIFEST = 'HOOK.md';
const NOTHING: EntryCommand = { files: [], problems: [], unpinned: [], paths: [] };

/** Keys of an entry, which mean what they mean in a manifest. */
export const ENTRY_KEYS: readonly string[] =
  'name type command args prompt url headers model if timeout async asyncTimeout once statusMessage description priority onFailure preApprove observe env modify contexts'.split(
    ' ',
  );

/**
 * Settings entries: each is a package of one definition, in the protocol of the agent that it was written for. In the store it is a HOOK.md with the same
 * content, and a copy of each file that its command runs (decision 0020).
 */
export const settingsEntries: DefinitionReader = {
  async read(definition) {
    const { entry, directory, manifestPath } = definition;
    if (entry === undefined) return settingsEntries.unreadable(definition, new Error('it is gone'));
    const issues = createIssueList(manifestPath, locateIn(entry));
    const command = commandOf(definition);
    const line = commandLine(entry.hook);
    const isList = Array.isArray(line);
    const front = frontOf(definition, (found) =>
      nameFiles(found, command, ({ path }) => (isList ? path : quoteWord(path))),
    );
    checkKeys(entry, issues);
    const { manifest, partial } = readManifest(
      front,
      { path: manifestPath, directoryName: directory, files: [], isEntry: true },
      issues,
    );
    const pattern = await checkMatcherPattern(manifest);
    if (pattern !== null) issues.add('MANIFEST_MATCHER', pattern, ['matcher']);
    for (const problem of command.problems) issues.add('ENTRY_FILE', problem, ['command']);
    for (const problem of command.unpinned) issues.add('ENTRY_UNPINNED', problem, ['command']);
    warnOfNeighbors(definition, command, issues);
    for (const detail of entry.notHonored)
      issues.add('ENTRY_NOT_HONORED', { agent: entry.agent, detail }, []);
    const content = settingsEntries.content(definition);
    const launch =
      manifest === null
        ? null
        : buildLaunch(manifest, { packageDir: definition.dir, files: [], path: process.env['PATH'] ?? '' });
    return {
      manifest: manifest === null || issues.hasErrors() ? null : { ...manifest },
      partial: { ...partial, name: directory },
      issues: [...issues.sorted(), ...content.issues],
      versions: [],
      program: launch?.ok ? launch.argv[0] : null,
      files: content.files.map((file) => file.path),
      paths: command.paths,
      digest: content.digest,
    };
  },
  unreadable({ directory, manifestPath, entry }, error) {
    const problem = issue('ENTRIES_UNREADABLE', { detail: describeError(error) }, { path: manifestPath });
    return failedReading(directory, problem, entry === undefined ? [] : [entry.event]);
  },
  store: (item, storeRoot) => storeContent((sink) => readEntry(item, sink), storeRoot),
  readStored: (dir, { directory }) => readPackageDirectory(dir, directory, { isEntry: true }),
  content: (definition, sink) => toContent(definition.dir, readEntry(definition, sink)),
  readFile(value, path) {
    if (path === MANIFEST) return manifestBytes(value);
    const file = commandOf(value).files.find(({ name }) => name === path);
    if (file === undefined) throw new Error(`${path} is no file of it`);
    return readFileSync(file.path);
  },
  body: () => '',
};

function commandOf({ entry, root }: Definition): EntryCommand {
  const command = entry === undefined ? undefined : commandLine(entry.hook);
  if (command === undefined || root.around === undefined) return NOTHING;
  const declared = areTexts(entry?.hook['env']) ? entry.hook['env'] : [];
  return readEntryCommand(command, root.source, root.around, {
    declared,
    protocol: entry?.protocol,
    runsIn: entry?.runsIn?.dir,
    copiesNeighbors: root.copiesNeighbors === true,
  });
}

/** The command of an entry: with `args` a program and its arguments, which no shell reads; without them shell text. */
export function commandLine({ command, args }: JsonObject): string | readonly string[] | undefined {
  if (typeof command !== 'string') return undefined;
  return areTexts(args) ? [command, ...args] : command;
}

/** The files that are copied when an entry is approved. */
export function copiedFiles(definition: Definition): readonly NamedFile[] {
  return commandOf(definition).files;
}

function warnOfNeighbors({ manifestPath }: Definition, { files }: EntryCommand, issues: IssueList): void {
  for (const { path, word: text } of files) {
    const found = findNeighbors(path);
    if (found === null) continue;
    const parameters = {
      file: cleanLine(text.text),
      evidence: cleanLine(found.evidence),
      path: quoteWord(manifestPath),
    };
    issues.add('ENTRY_NEIGHBORS', parameters, ['command']);
  }
}

/** The files of its package, each read once: the manifest, and copies of what its command runs. */
function readEntry(definition: Definition, sink: ContentSink | null = null): ReturnType<typeof readProgram> {
  const parts = [readBytes(manifestBytes(definition), MANIFEST, sink)];
  const files = new Map(commandOf(definition).files.map((file) => [file.name, file.path]));
  for (const name of [...files.keys()].sort()) parts.push(readProgram(files.get(name) ?? '', name, sink));
  return { files: parts.flatMap((part) => part.files), problems: parts.flatMap((part) => part.problems) };
}

function manifestBytes(definition: Definition): Buffer {
  const command = commandOf(definition);
  const front = frontOf(definition, (line) =>
    nameFiles(line, command, ({ name }) =>
      typeof line === 'string' ? `"$HOOK_DIR"/${quoteWord(name)}` : `${'$'}{HOOK_DIR}/${name}`,
    ),
  );
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${yamlOf(value)}`);
  // With it the digest of unpinned text is never the digest of a command whose files are pinned.
  const note = command.unpinned.length > 0 ? ['# The files that this command runs are not pinned.'] : [];
  return Buffer.from(['---', ...note, ...lines, '---', ''].join('\n'));
}

/** JSON is YAML, but for signs that YAML wants escaped. */
function yamlOf(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The front matter of a package that is the same hook. */
function frontOf(
  { directory, entry }: Definition,
  rename: (line: string | readonly string[]) => string | readonly string[],
): JsonObject {
  if (entry === undefined) return {};
  const { hook, event, matcher } = entry;
  const line = commandLine(hook);
  const known = Object.entries(hook).filter(
    ([key]) => ENTRY_KEYS.includes(key) && !/^(?:name|args)$/.test(key),
  );
  const front = Object.fromEntries(
    known.map(([key, value]) => [
      key,
      key === 'command' && line !== undefined ? runIn(entry, rename(line)) : value,
    ]),
  );
  return {
    name: directory,
    events: [event],
    protocol: entry.protocol,
    ...(matcher === undefined ? {} : { matcher }),
    ...front,
  };
}

/** The command in the directory that its agent runs it in; without that directory it fails, and blocks nothing. */
function runIn({ runsIn }: EntryText, line: string | readonly string[]): string | readonly string[] {
  if (runsIn === null || typeof line !== 'string') return line;
  return `cd ${runsIn.word} || exit 3; ${line}`;
}

/** Where the keys of that front matter stand in the file of the entry. */
export function locateIn({
  locate,
  path,
  groupPath,
}: EntryText): NonNullable<Parameters<typeof createIssueList>[1]> {
  const places: Readonly<Record<string, KeyPath>> = {
    events: groupPath.slice(0, 2),
    protocol: path,
    name: path,
  };
  return (at, of) => {
    const [key, ...rest] = at;
    if (key === undefined) return locate(path);
    if (key === 'matcher') return locate([...groupPath, 'matcher', ...rest], of);
    return key in places ? locate(places[key] ?? path, 'key') : locate([...path, key, ...rest], of);
  };
}

export function checkKeys({ hook }: EntryText, issues: IssueList, further: readonly string[] = []): void {
  if (hook['args'] !== undefined && !areTexts(hook['args'])) {
    const found = describeFound(hook['args']);
    issues.add(
      'MANIFEST_TYPE',
      { key: 'args', expected: 'a list of strings', found, example: 'args: [guard.sh]' },
      ['args'],
    );
  }
  for (const key of Object.keys(hook)) {
    if (ENTRY_KEYS.includes(key) || further.includes(key)) continue;
    issues.add(
      'ENTRY_UNKNOWN_KEY',
      { key: showText(key), suggestion: didYouMean(key, ENTRY_KEYS) },
      [key],
      'key',
    );
  }
}
