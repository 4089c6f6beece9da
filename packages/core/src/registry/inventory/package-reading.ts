import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Definition } from '../../discovery/scan.ts';
import type { Requirement } from '../../eligibility/check.ts';
import { describeError } from '../../errors/hook-error.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { writeFileAtomic } from '../../state/files.ts';
import { whyNotRoots } from '../../state/whose.ts';
import { showPath } from '../../trust/approvable.ts';
import type { Approval } from '../../trust/approval.ts';
import type { ContentSink, PackageContent } from '../../trust/digest.ts';
import { type PackageTree, readTree, type TreeNode } from '../../trust/package-tree.ts';
import { HOOKMD_VERSION } from '../../version.ts';
import type { EventAnswer, Question } from './executable-events.ts';

/** What reading a definition gave; plain JSON data, kept in the index. */
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
  /** What it depends on beside them; none = nothing. */
  readonly paths?: readonly string[];
  /** Null where the package cannot be approved; an issue says why. */
  readonly digest: string | null;
}

/** How definitions of one kind are read, copied and shown. Never runs anything of them. */
export interface DefinitionReader {
  read(one: Definition): Promise<PackageReading>;
  /** What is left of one that could not be read. */
  unreadable(one: Definition, error: unknown): PackageReading;
  /** As `storePackage`: the digest is that of the bytes in the copy. */
  store(one: Definition, storeRoot: string): { readonly digest: string; readonly path: string };
  /** Reads the approved bytes in `dir` of the store. */
  readStored(dir: string, approval: Answered): Promise<PackageReading>;
  /** What would be copied into the store now; `sink` gets the very bytes that its digest stands for. */
  content(one: Definition, sink?: ContentSink): PackageContent;
  /** A file of `content`. Throws where it cannot be read. */
  readFile(one: Definition, path: string): Buffer;
  /** What it says to people, in Markdown; empty where it says nothing. */
  body(one: Definition & Pick<PackageReading, 'files'>): string;
  /** The one thing that is run, after a person's yes and from the copy. */
  ask?(question: Question): Promise<EventAnswer>;
  /** What is known of it once it answered. */
  withAnswer?(reading: PackageReading, approval: Answered): PackageReading;
}

type Answered = Pick<Approval, 'folder' | 'answer'>;

const CODE = 'MANAGED_NOT_TRUSTED';

/** What the administrator put there runs unasked and where it stands: nobody but root may be able to change it. Looks at names and metadata only. */
export function managedIssues({ root, dir, path }: Definition): readonly Issue[] {
  if (root.source !== 'managed' || root.kind !== 'packages') return [];
  const detail = whyNotManagedPackage(dir);
  return detail === null ? [] : [issue(CODE, { detail }, { path })];
}

/** What keeps it from being run; null = nothing. */
export function distrustOf({ issues }: Pick<PackageReading, 'issues'>): string | null {
  return issues.find(({ code }) => code === CODE)?.message ?? null;
}

/** Who else could write what runs; null = only root can. What cannot be looked at may be anybody's. */
function whyNotManagedPackage(dir: string): string | null {
  try {
    const distrust = whyNotRoots([dir]);
    if (distrust !== null) return distrust;
    const tree = readTree(dir);
    for (const node of tree.nodes) {
      const other = whyNotOnlyRoots(node, join(dir, showPath(node.path)));
      if (other !== null) return other;
    }
    return whyNotWhole(dir, tree);
  } catch (error) {
    return describeError(error);
  }
}

function whyNotOnlyRoots({ stats, absolute }: TreeNode, shown: string): string | null {
  // Who can write what it leads to decides; the link itself only whoever can write its folder.
  if (stats.isSymbolicLink()) return whyNotRoots([absolute.toString('utf8')]);
  if (stats.uid !== 0n) return `${shown} does not belong to root`;
  return (stats.mode & 0o022n) === 0n ? null : `${shown} can be written by others`;
}

function whyNotWhole(dir: string, { excess, unreadable, tooDeep }: PackageTree): string | null {
  if (excess !== null) return `${dir} has ${excess}`;
  const path = unreadable[0]?.path ?? tooDeep[0];
  return path === undefined ? null : `what is in ${join(dir, showPath(path))} cannot be looked at`;
}

/** Raised when the meaning of a reading changes: an older index is thrown away. */
const INDEX_SCHEMA = 'hookmd.index/2';

/** What a reading depends on beside the package. */
const VERSION = `${HOOKMD_VERSION} node ${process.versions.node}`;

type Entries = Readonly<Record<string, { readonly stamp: string; readonly reading: PackageReading }>>;

/** The readings of a root by folder; empty where there is no index, or none of this version. */
export function readIndex(path: string): Entries {
  try {
    const index = JSON.parse(readFileSync(path, 'utf8')) as {
      schema: string;
      version: string;
      entries: Entries;
    };
    return index.schema === INDEX_SCHEMA && index.version === VERSION ? index.entries : {};
  } catch {
    return {};
  }
}

/** Best effort: a state folder that cannot be written only makes the next reading slower. */
export function writeIndex(path: string, entries: Entries): void {
  try {
    const index = { schema: INDEX_SCHEMA, version: VERSION, entries };
    writeFileAtomic(path, JSON.stringify(index), { isMemory: true });
  } catch {
    // The command that needs to write will say it.
  }
}
