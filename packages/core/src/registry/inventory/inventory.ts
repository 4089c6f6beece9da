import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from '../../discovery/places.ts';
import { listRoots, type Root } from '../../discovery/roots.ts';
import type { Definition, SwitchedOff } from '../../discovery/scan.ts';
import { hasErrors, type Issue } from '../../errors/issue.ts';
import type { Source } from '../../events/source.ts';
import { writeFileAtomic } from '../../state/files.ts';
import { encodeFileName } from '../../state/hash.ts';
import { type Link, realDirectory } from '../../trust/link.ts';
import { OWN_GIT } from '../../trust/package-tree.ts';
import { HOOKMD_VERSION } from '../../version.ts';
import { definitionKinds } from './definition-kinds.ts';
import { managedIssues, type PackageReading } from './package-reading.ts';

/** One package as it is in its hooks directory now. */
export interface PackageRecord extends PackageReading, Definition {
  readonly name: string;
  readonly qualifiedName: string;
  /** Path of the package that wins the name conflict, by `settleNames`. */
  readonly displacedBy: string | null;
  /** Removed from its hooks directory; the record is of the approved version. */
  readonly isVanished: boolean;
  /** It vanished because an installation is replacing its directory. */
  readonly isSetAside?: boolean;
  /** Of settings entries: their order in one source. */
  readonly order?: number;
}

/** All packages before name conflicts are resolved by `settleNames`. */
export interface Inventory {
  readonly records: readonly PackageRecord[];
  readonly switchedOff: readonly SwitchedOff[];
  /** Of hooks directories, and of what is in them and is no hook. */
  readonly issues: readonly Issue[];
}

/**
 * Finds every package of these places and reads those that are not in the cache of readings. Executes nothing.
 *
 * A missing, damaged or read-only cache costs time, nothing else.
 */
export async function takeInventory(
  places: Places,
  entryFiles: readonly string[],
  links: readonly Link[] = [],
  keepsIndex = true,
): Promise<Inventory> {
  const { roots, issues } = listRoots(places, entryFiles);
  const found = await Promise.all(roots.map((root) => readRoot(places, root, links, keepsIndex)));
  return {
    records: inFileOrder(found.flatMap((inventory) => inventory.records)),
    switchedOff: found.flatMap((item) => item.switchedOff),
    issues: [...issues, ...found.flatMap((entry) => entry.issues)],
  };
}

async function readRoot(
  places: Places,
  root: Root,
  links: readonly Link[],
  keepsIndex: boolean,
): Promise<Inventory> {
  const { scan, stamp: stampOf } = definitionKinds[root.kind];
  const { definitions, switchedOff, issues } = await scan(root, keepsIndex);
  const indexPath = indexPathOf(places, root);
  const known = stampOf === null ? {} : readIndex(indexPath);
  // Without a prototype: a directory may be called `__proto__`.
  const readings: Record<string, Read> = Object.create(null);
  let isStale = Object.keys(known).length !== definitions.length;
  // All hooks of a plugin have its directory: it is looked through once.
  const stamps = new Map<string, string | null>();
  const records: PackageRecord[] = [];
  for (const definition of definitions.map((found) => asLinked(found, links))) {
    const stamp = stamps.get(definition.path) ?? stampOf?.(definition) ?? null;
    stamps.set(definition.path, stamp);
    const cached = known[definition.directory];
    const isCached = cached !== undefined && cached.stamp === stamp;
    const read = isCached ? cached : await readAnew(definition, stamp ?? '');
    if (!isCached) isStale = true;
    readings[definition.directory] = read;
    records.push(toRecord(definition, read.reading));
  }
  if (stampOf !== null && isStale && keepsIndex) writeIndex(indexPath, readings);
  return { records, switchedOff, issues };
}

/** The directory of an author is often a repository: a linked package leaves `.git` out. */
function asLinked(definition: Definition, links: readonly Link[]): Definition {
  const { root, directory, dir } = definition;
  if (root.source !== 'user' || root.kind !== 'packages') return definition;
  const link = links.find((each) => each.root === root.realDir && each.directory === directory);
  return link !== undefined && realDirectory(dir) === link.target
    ? { ...definition, leavesOut: OWN_GIT }
    : definition;
}

/** Settings entries run in the order of their file. */
function inFileOrder(records: readonly PackageRecord[]): readonly PackageRecord[] {
  const counts = new Map<Source, number>();
  return records.map((record) => {
    if (record.entry === undefined) return record;
    const order = (counts.get(record.root.source) ?? 0) + 1;
    counts.set(record.root.source, order);
    return { ...record, order };
  });
}

/** One directory may hold definitions of several kinds. */
function indexPathOf({ stateDir }: Places, { kind, realDir }: Root): string {
  const text = kind === 'packages' ? realDir : `${kind} ${realDir}`;
  return join(stateDir, 'index', `${encodeFileName(text)}.json`);
}

interface Read {
  readonly stamp: string;
  readonly reading: PackageReading;
}

/** Raised when the meaning of a reading changes: an older cache is ignored. */
const INDEX_SCHEMA = 'hookmd.index/2';

const VERSION = `${HOOKMD_VERSION} node ${process.versions.node}`;

/** The cached readings of a hooks directory by name; empty where there is no cache of this version. */
function readIndex(path: string): Readonly<Record<string, Read>> {
  try {
    const index = JSON.parse(readFileSync(path, 'utf8')) as {
      schema: string;
      version: string;
      entries: Readonly<Record<string, Read>>;
    };
    return index.schema === INDEX_SCHEMA && index.version === VERSION ? index.entries : {};
  } catch {
    return {};
  }
}

/** Best effort: without a cache the next reading is slower. */
function writeIndex(path: string, entries: Readonly<Record<string, Read>>): void {
  try {
    const index = { schema: INDEX_SCHEMA, version: VERSION, entries };
    writeFileAtomic(path, JSON.stringify(index), { isMemory: true });
  } catch {
    // A read-only state directory: the commands that must write report it.
  }
}

/** A package that cannot be read hides no other package, and is not cached. */
async function readAnew(definition: Definition, stamp: string): Promise<Read> {
  const reader = await definitionKinds[definition.root.kind].load();
  try {
    return { stamp, reading: await reader.read(definition) };
  } catch (error) {
    return { stamp: '', reading: reader.unreadable(definition, error) };
  }
}

function toRecord(definition: Definition, reading: PackageReading): PackageRecord {
  const { name } = reading.partial;
  const qualifiedName = `${definition.root.source}/${name}`;
  const issues = [...reading.issues, ...managedIssues(definition)];
  return { ...reading, ...definition, issues, name, qualifiedName, displacedBy: null, isVanished: false };
}

/** Whether a package is valid and has won its name. */
export function isUsable(record: PackageRecord): boolean {
  return record.manifest !== null && !hasErrors(record.issues);
}
