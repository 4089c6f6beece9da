import { didYouMean } from '../errors/nearest-name.ts';
import type { EventName } from '../events/events.ts';
import { isJsonObject, type JsonObject } from '../events/json.ts';
import { commonWord, type ForeignName, foreignNames, foreignRows } from '../protocols/foreign-names.ts';
import {
  addUnknownKey,
  describeFound,
  formatKeyPath,
  type IssueList,
  type KeyPath,
  showText,
} from '../yaml/issue-list.ts';
import type { RawRequires } from './keys.ts';
import type { ManifestEvent } from './manifest.ts';

/** Keys that OpenClaw reads at the top of a manifest and HookMD does not; `url` is a home page there. */
export const OPENCLAW_TOP_KEYS: readonly string[] = ['emoji', 'website', 'url'];

/** Where OpenClaw and its older name keep what HookMD has at the top. */
const BRANDS = ['openclaw', 'clawdbot'];
const BLOCK_KEYS = [
  'events',
  'requires',
  'os',
  'always',
  'export',
  'hookKey',
  'emoji',
  'homepage',
  'install',
];
const allNames = foreignNames.filter((row) => row.vocabulary === 'openclaw').map((row) => row.name);

export interface OpenClawReading {
  readonly events: readonly ManifestEvent[];
  readonly requires: RawRequires;
  readonly homepage: string | null;
  /** The export that is called; null = the default one. */
  readonly exportName: string | null;
}

/**
 * Parses OpenClaw's part of a manifest, or returns null if there is none.
 *
 * Only for a manifest without `events` of its own. Lists may be strings with commas; a family such as `command` means all its
 * events. A name that OpenClaw never sends is kept with a warning.
 */
export function readOpenClaw(front: JsonObject, issues: IssueList): OpenClawReading | null {
  const metadata = front.metadata;
  const brand = BRANDS.find((name) => isJsonObject(metadata) && isJsonObject(metadata[name]));
  if (brand === undefined || !isJsonObject(metadata)) return null;
  const block = metadata[brand];
  if (!isJsonObject(block) || block.events === undefined) return null;

  const path = ['metadata', brand];
  for (const key of Object.keys(block)) {
    if (!BLOCK_KEYS.includes(key)) addUnknownKey([...path, key], BLOCK_KEYS, issues);
  }
  const events = readNames(readList(block.events, [...path, 'events'], issues), [...path, 'events'], issues);
  const homepage =
    [block.homepage, front.website, front.url].find((value) => typeof value === 'string') ?? null;
  const exportName = readExport(block, path, issues);
  return { events, requires: readRequires(block, path, issues), homepage, exportName };
}

function readNames(names: readonly string[], path: KeyPath, issues: IssueList): readonly ManifestEvent[] {
  for (const [index, name] of names.entries()) {
    if (rowsOf(name).length > 0) continue;
    issues.add(
      'MANIFEST_EVENT_SKIPPED',
      () => ({ event: showText(name), suggestion: didYouMean(name, allNames) }),
      [...path, index],
    );
  }
  const events = [...new Set(names)].map((name) => ({ name, events: eventsOf(name) }));
  if (events.every((named) => named.events.length === 0)) issues.add('MANIFEST_NEVER_DISPATCHED', {}, path);
  for (const named of events) {
    const taken = takenBy(named, events);
    if (taken === null) continue;
    const detail = `${showText(taken.name)} already means ${taken.event}, and a hook runs for it once`;
    issues.add('MANIFEST_NO_EFFECT', { key: named.name, detail }, [...path, names.indexOf(named.name)]);
  }
  return events;
}

/** The word for the event of a name that reaches its hook never, because another one has each of its events; else null. */
function takenBy(
  { name, events }: ManifestEvent,
  all: readonly ManifestEvent[],
): { readonly name: string; readonly event: EventName } | null {
  const words = events.map((event) => {
    const names = all
      .filter((manifestEvent) => manifestEvent.events.includes(event))
      .map((item) => item.name);
    return { event, name: commonWord(names) ?? name };
  });
  const isTaken = words.every((word) => word.name !== name && !name.startsWith(`${word.name}:`));
  return isTaken ? (words[0] ?? null) : null;
}

/** The other vocabularies have no families, and their names are none of OpenClaw's. */
function rowsOf(name: string): readonly ForeignName[] {
  return foreignRows(name).filter((row) => row.vocabulary === 'openclaw');
}

function eventsOf(name: string): readonly EventName[] {
  return [...new Set(rowsOf(name).flatMap((row) => row.events))];
}

function readExport({ export: name }: JsonObject, path: KeyPath, issues: IssueList): string | null {
  if (name === undefined || name === null || name === '') return null;
  if (typeof name === 'string') return name;
  const location = [...path, 'export'];
  issues.add(
    'MANIFEST_TYPE',
    {
      key: formatKeyPath(location),
      expected: 'a string',
      found: describeFound(name),
      example: 'export: onCommand',
    },
    location,
  );
  return null;
}

function readRequires(block: JsonObject, path: KeyPath, issues: IssueList): RawRequires {
  const os = readList(block.os, [...path, 'os'], issues);
  const requires = isJsonObject(block.requires) ? block.requires : {};
  if (requires.config !== undefined) {
    const key = formatKeyPath([...path, 'requires', 'config']);
    issues.add('MANIFEST_NO_EFFECT', { key, detail: 'HookMD has no such configuration' }, [
      ...path,
      'requires',
      'config',
    ]);
  }
  // `always` skips every requirement but the platform.
  if (block.always === true) return { os };
  const list = (key: string): readonly string[] =>
    readList(requires[key], [...path, 'requires', key], issues);
  return { os, bins: list('bins'), anyBins: list('anyBins'), env: list('env') };
}

function readList(value: unknown, path: KeyPath, issues: IssueList): readonly string[] {
  if (value === undefined || value === null) return [];
  const parts = typeof value === 'string' ? value.split(',') : value;
  if (Array.isArray(parts) && parts.every((part) => typeof part === 'string')) {
    return parts.map((part) => part.trim()).filter((part) => part !== '');
  }
  const example = `${String(path.at(-1))}: [command:new]`;
  issues.add(
    'MANIFEST_TYPE',
    { key: formatKeyPath(path), expected: 'a list of strings', found: describeFound(value), example },
    path,
  );
  return [];
}
