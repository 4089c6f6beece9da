import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrors, type Issue, issue } from '@hookmd/core/errors';
import { type Definition, isPackageName, MANIFEST_FILE } from '@hookmd/core/manifest';
import {
  type DefinitionReader,
  definitionKinds,
  executableEvents,
  type HookStatus,
  type PackageReading,
  unpinnedIssues,
} from '@hookmd/core/registry';
import { findInTexts, type TextFindings } from '@hookmd/core/settings';
import type { Places } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import type { PackageFileText } from '../new/write-package.ts';
import { digestOfFiles } from './digest-of-files.ts';
import { type EventFound, eventOfExecutable } from './event-of-executable.ts';
import { disabledManifest, executableManifest } from './imported-manifest.ts';
import { neighborFiles } from './neighbor-files.ts';
import { readableName } from './readable-name.ts';

/** A package to be written. */
export interface PlannedImport {
  readonly from: string;
  readonly name: string;
  readonly scope: 'project' | 'user';
  readonly dir: string;
  readonly events: readonly string[];
  readonly protocol: string;
  /** Where the event of a bare executable was found; null = in its manifest. */
  readonly foundIn: EventFound['foundIn'] | null;
  readonly files: Readonly<Record<string, PackageFileText>>;
  /** Qualified name of the hook that it is made from, where that is one already: both would run. */
  readonly original: string | null;
  /** What it expects from its agent beside its payload: `hooks enable` shows it. */
  readonly findings: TextFindings;
}

export interface ImportContext {
  readonly places: Places;
  readonly statuses: readonly HookStatus[];
  readonly scope: 'project' | 'user';
  readonly event: string | undefined;
  readonly name: string | undefined;
  /** Names that this import gives already. */
  readonly taken: Set<string>;
}

/** Plans the package for one definition, or returns why there can be none. Reads, and runs nothing. */
export async function planImport(
  definition: Definition,
  given: ImportContext,
): Promise<PlannedImport | readonly Issue[]> {
  const kind = definitionKinds[definition.root.kind];
  const reader = await kind.load();
  const reading = await reader.read(definition);
  const errors = reading.issues.filter((found) => hasErrors([found]));
  if (errors.length > 0) return errors;
  // A package reports `ready` for approved content: the files of this one would not be part of it.
  const unpinned = unpinnedIssues(reading);
  if (unpinned.length > 0)
    return unpinned.map(({ message, remedy }) => rejected(definition, message.replace(/\.$/, ''), remedy));
  if (reading.manifest === null)
    return [rejected(definition, 'nothing of it can be read', 'Make it readable.')];
  const same = given.statuses.find(
    ({ record }) => record.path === definition.path && record.directory === definition.directory,
  );
  const original = same?.record.qualifiedName ?? null;
  if (definition.root.kind === 'packages' && original !== null)
    return [rejected(definition, `it is the package ${original} already`, `See \`hooks info ${original}\`.`)];
  const { scope, places, taken } = given;
  const directory = join(scope === 'project' ? join(places.projectDir, '.hookmd') : places.userDir, 'hooks');
  const make = (name: string): Made | Issue =>
    kind.isInvoked
      ? fromExecutable(definition, reading, reader, name, given)
      : fromPackage(definition, reading, reader, name);
  const readable = given.name === undefined ? readableName(definition) : null;
  const names = given.name === undefined ? namesLike(readable, reading.partial.name) : [given.name];
  // First under every name: the one that it would get now may have become free since.
  for (const name of names) {
    const standing = given.statuses.find(({ record }) => record.dir === join(directory, name))?.record;
    // Two definitions of one import are two hooks, however alike.
    if (standing === undefined || taken.has(name)) continue;
    const made = make(name);
    if ('code' in made) return [made];
    if (standing.digest !== digestOfFiles(made.files)) continue;
    taken.add(name);
    const parameters = { name: quoteWord(standing.qualifiedName) };
    return [issue('IMPORT_ALREADY', parameters, { path: definition.path })];
  }
  // A script may be called like a hook of another scope, which must not be displaced unasked.
  const isElsewhere = (word: string): boolean =>
    readable !== null && given.statuses.some(({ record }) => record.name === word);
  const name = names.find((word) => isFree(word, join(directory, word), given) && !isElsewhere(word));
  if (name === undefined)
    return [rejected(definition, 'every name for it is taken', 'Give another one with `--name`.')];
  const made = make(name);
  if ('code' in made) return [made];
  taken.add(name);
  const { protocol } = reading.manifest;
  const texts = Object.entries(made.files).flatMap(([path, file]) =>
    path === MANIFEST_FILE || 'link' in file ? [] : [{ path, text: file.text.toString() }],
  );
  const findings = findInTexts(reading.manifest, texts);
  const dir = join(directory, name);
  return { from: definition.path, name, scope, dir, protocol, original, findings, ...made };
}

type Made = Pick<PlannedImport, 'events' | 'foundIn' | 'files'>;

function fromExecutable(
  definition: Definition,
  reading: PackageReading,
  reader: DefinitionReader,
  name: string,
  { statuses, event }: ImportContext,
): Made | Issue {
  if (reading.program === null)
    return rejected(
      definition,
      'the system cannot start it',
      `Run \`hooks check\` in its directory, or check its first line.`,
    );
  const bytes = reader.readFile(definition, definition.directory);
  const found = eventOfExecutable(definition, reading, { statuses, given: event, bytes });
  if (found === null) {
    const fix = `Approve it first, or pass \`--event\`: ${executableEvents.join(', ')}.`;
    return rejected(definition, 'its event is known only after running it', fix);
  }
  // Beside a manifest there is no second one, whatever the file is called.
  const file =
    definition.directory.toLowerCase() === MANIFEST_FILE.toLowerCase() ? 'handler' : definition.directory;
  return {
    events: [found.event],
    foundIn: found.foundIn,
    files: {
      [MANIFEST_FILE]: { text: executableManifest(name, found.event, file) },
      [file]: { text: bytes, isExecutable: true },
    },
  };
}

function fromPackage(
  definition: Definition,
  reading: PackageReading,
  reader: DefinitionReader,
  name: string,
): Made | Issue {
  const { files } = reader.content(definition);
  const copies = files.map(({ path, target, isExecutable }): readonly [string, PackageFileText] => {
    if (target !== null) return [path, { link: target }];
    return [
      path,
      { text: reader.readFile(definition, path), ...(isExecutable ? { isExecutable: true } : {}) },
    ];
  });
  const beside = definition.entry === undefined ? { files: {} } : neighborFiles(definition);
  if ('detail' in beside) return rejected(definition, beside.detail, beside.fix);
  const manifest = reader.readFile(definition, MANIFEST_FILE);
  const text = disabledManifest(manifest, name, name, reading.files);
  if (text === null)
    return rejected(
      definition,
      'its front matter cannot be changed for certain',
      'Write each of its keys on a line of its own.',
    );
  return {
    events: reading.partial.events,
    foundIn: null,
    files: { ...beside.files, ...Object.fromEntries(copies), [MANIFEST_FILE]: { text } },
  };
}

function rejected({ path, entry }: Definition, detail: string, fix: string): Issue {
  return issue('IMPORT_REJECTED', { detail, fix }, { path, ...entry?.locate(entry.path) });
}

function isFree(name: string, dir: string, { statuses, scope, taken }: ImportContext): boolean {
  return (
    isPackageName(name) &&
    !taken.has(name) &&
    !statuses.some(({ record }) => record.qualifiedName === `${scope}/${name}`) &&
    !existsSync(dir)
  );
}

const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9];

/** The readable name of a settings entry first, its own last. Of anything else its own name, then others like it. */
function namesLike(readable: string | null, wanted: string): readonly string[] {
  if (readable !== null) return [readable, ...COUNTS.map((count) => `${readable}-${count}`), wanted];
  const base =
    wanted
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 56) || 'imported';
  return [base, `${base}-hook`, ...COUNTS.map((count) => `${base}-hook-${count}`)];
}
