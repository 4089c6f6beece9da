import { join } from 'node:path';
import type { Places } from '../discovery/places.ts';
import { listRoots, type Root } from '../discovery/roots.ts';
import { MANIFEST_FILE, type PackageFolder, scanRoot } from '../discovery/scan.ts';
import type { Requirement } from '../eligibility/requirement.ts';
import { hasErrors, type Issue, issue } from '../errors/issue.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Source } from '../protocol/source.ts';
import { encodeFileName } from '../state/file-name.ts';
import { stampPackage } from '../trust/stamp.ts';
import { readIndex, writeIndex } from './index-file.ts';

/** What reading a package folder gave; plain JSON data, kept in the index. */
export interface PackageReading {
  /** Null where the manifest has errors. Without its body: that is read when it is shown. */
  readonly manifest: Omit<Manifest, 'body'> | null;
  /** What could be read of a broken manifest. */
  readonly partial: {
    readonly name: string;
    readonly description: string;
    readonly events: readonly string[];
  };
  readonly issues: readonly Issue[];
  /** The version ranges it needs, judged for the Node and the HookMD that read it. */
  readonly versions: readonly Requirement[];
  /** Where its command line began to run when it was read; null = it could not, or it has none. */
  readonly program: string | null;
  /** Paths relative to the package. */
  readonly files: readonly string[];
  /** Null where the package cannot be approved; an issue says why. */
  readonly digest: string | null;
}

/** One package as it stands in its root now. */
export interface PackageRecord extends PackageReading {
  readonly root: Root;
  readonly folder: string;
  readonly dir: string;
  readonly manifestPath: string;
  readonly name: string;
  readonly qualifiedName: string;
  /** The package of the same root that has this name. */
  readonly shadowedBy: string | null;
  /** Approved once, and its folder is gone; what is read here are the approved bytes. */
  readonly isVanished: boolean;
}

export interface Inventory {
  readonly records: readonly PackageRecord[];
  /** Problems of roots and of folders without a manifest. */
  readonly issues: readonly Issue[];
}

/**
 * Finds every package of these places and reads what the index does not know yet.
 *
 * Runs nothing of what it finds. The index is only a memory: a missing, damaged or unwritable one
 * costs time, nothing else.
 */
export async function takeInventory(places: Places, keepsIndex = true): Promise<Inventory> {
  const { roots, issues } = listRoots(places);
  const found = await Promise.all(roots.map((root) => readRoot(places, root, keepsIndex)));
  return {
    records: found.flatMap((one) => one.records),
    issues: [...issues, ...found.flatMap((one) => one.issues)],
  };
}

async function readRoot(places: Places, root: Root, keepsIndex: boolean): Promise<Inventory> {
  const scan = scanRoot(root);
  const indexPath = join(places.stateDir, 'index', `${encodeFileName(root.realDir)}.json`);
  const known = readIndex(indexPath);
  // Without a prototype: a folder may be called `__proto__`.
  const readings: Record<string, Read> = Object.create(null);
  let isStale = Object.keys(known).length !== scan.folders.length;
  for (const { folder, dir } of scan.folders) {
    const stamp = stampPackage(dir);
    const entry = known[folder];
    if (entry?.stamp === stamp) {
      readings[folder] = entry;
    } else {
      isStale = true;
      readings[folder] = await readAnew(dir, folder, stamp);
    }
  }
  if (isStale && keepsIndex) writeIndex(indexPath, readings);
  return { records: toRecords(scan.folders, readings), issues: scan.issues };
}

interface Read {
  readonly stamp: string;
  readonly reading: PackageReading;
}

/** Whatever a package does to us while it is read, it costs no other package its turn, and is not kept. */
async function readAnew(dir: string, folder: string, stamp: string): Promise<Read> {
  const { readPackageFolder, unreadablePackage } = await import('./read-package-folder.ts');
  try {
    return { stamp, reading: await readPackageFolder(dir, folder) };
  } catch (error) {
    return { stamp: '', reading: unreadablePackage(dir, folder, error) };
  }
}

function toRecords(
  folders: readonly PackageFolder[],
  readings: Readonly<Record<string, { reading: PackageReading }>>,
): readonly PackageRecord[] {
  const owners = new Map<string, string>();
  return folders.flatMap(({ root, folder, dir }) => {
    const reading = readings[folder]?.reading;
    if (reading === undefined) return [];
    const { name } = reading.partial;
    const winner = owners.get(name);
    if (winner === undefined) owners.set(name, dir);
    const manifestPath = `${dir}/${MANIFEST_FILE}`;
    const shadowedBy = winner ?? null;
    const issues =
      shadowedBy === null
        ? reading.issues
        : [...reading.issues, issue('SHADOWED', { name, winner: shadowedBy }, { path: manifestPath })];
    return [
      {
        ...reading,
        issues,
        root,
        folder,
        dir,
        manifestPath,
        name,
        qualifiedName: qualify(root.source, name),
        shadowedBy,
        isVanished: false,
      },
    ];
  });
}

function qualify(source: Source, name: string): string {
  return `${source}/${name}`;
}

/** A package that can run at all: valid, and the one that has its name. */
export function isUsable(record: PackageRecord): boolean {
  return record.manifest !== null && !hasErrors(record.issues);
}
