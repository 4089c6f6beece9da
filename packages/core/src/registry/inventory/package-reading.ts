import { join } from 'node:path';
import type { Definition, PluginFacts } from '../../discovery/scan.ts';
import type { Requirement } from '../../eligibility/check.ts';
import { describeError } from '../../errors/hook-error.ts';
import { type Issue, issue } from '../../errors/issue.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { whyNotRoots } from '../../state/whose.ts';
import { showPath } from '../../trust/approvable.ts';
import type { Approval } from '../../trust/approval.ts';
import type { ContentSink, PackageContent } from '../../trust/digest.ts';
import { type PackageTree, readTree, type TreeNode } from '../../trust/package-tree.ts';
import type { EventReading, Question } from './executable-events.ts';

/** The result of reading a definition; plain JSON data, cached. */
export interface PackageReading {
  /** Null where the manifest has errors. Its body is read when it is shown. */
  readonly manifest: Omit<Manifest, 'body'> | null;
  /** What could be read of a broken manifest. */
  readonly partial: {
    readonly name: string;
    readonly description: string;
    readonly events: readonly string[];
  };
  readonly issues: readonly Issue[];
  /** Its version ranges, checked for the current Node and HookMD. */
  readonly versions: readonly Requirement[];
  /** The program of its command line; null = it was missing, or there is none. */
  readonly program: string | null;
  /** Paths relative to the package. */
  readonly files: readonly string[];
  /** Other files it depends on. */
  readonly paths?: readonly string[];
  /** Null if the package cannot be approved, with an issue. */
  readonly digest: string | null;
}

/** The reading of a definition that cannot be read. */
export function failedReading(name: string, problem: Issue, events: readonly string[] = []): PackageReading {
  const partial = { name, description: '', events };
  return { manifest: null, partial, issues: [problem], versions: [], program: null, files: [], digest: null };
}

/** How definitions of one kind are read, copied and shown. Only `ask` executes. */
export interface DefinitionReader {
  read(definition: Definition): Promise<PackageReading>;
  /** The reading of a definition that could not be read. */
  unreadable(item: Definition, error: unknown): PackageReading;
  /** Like `storePackage`: the digest is of the copy. */
  store(entry: Definition, storeRoot: string): { readonly digest: string; readonly path: string };
  /** Reads the approved copy in `dir`. */
  readStored(dir: string, approval: Returned): Promise<PackageReading>;
  /** What would be copied into the store now; `sink` gets the hashed bytes. */
  content(definition: Definition, sink?: ContentSink): PackageContent;
  /** A file of `content`. Throws where it cannot be read. */
  readFile(value: Definition, path: string): Buffer;
  /** Its description in Markdown, or an empty string. */
  body(element: Definition & Pick<PackageReading, 'files'>): string;
  /** Executes the approved copy for the event it names, after the user's consent. */
  readEvents?(question: Question): Promise<EventReading>;
  /** Adds the event that it named. */
  withEvent?(reading: PackageReading, approval: Returned): PackageReading;
}

/** What is known of the hook whose copy is read. */
type Returned = Pick<Approval, 'directory' | 'event'> & { readonly plugin?: PluginFacts | undefined };

const CODE = 'MANAGED_NOT_TRUSTED';

/** Managed packages run without approval and without a copy: only root may be able to change them. Reads names and metadata only. */
export function managedIssues({ root, dir, path }: Definition): readonly Issue[] {
  if (root.source !== 'managed' || !['packages', 'plugins'].includes(root.kind)) return [];
  const detail = whyNotManagedPackage(dir);
  return detail === null ? [] : [issue(CODE, { detail }, { path })];
}

/** Why a managed package must not run; null = it may. */
export function distrustOf({ issues }: Pick<PackageReading, 'issues'>): string | null {
  return issues.find(({ code }) => code === CODE)?.message ?? null;
}

/** Why the files of a settings entry cannot be pinned; empty = they can. If not, only its text is approved. */
export function unpinnedIssues({ issues }: Pick<PackageReading, 'issues'>): readonly Issue[] {
  return issues.filter(({ code }) => code === 'ENTRY_UNPINNED');
}

/** Which other user could change the package; null = only root can. What cannot be read is not trusted. */
function whyNotManagedPackage(dir: string): string | null {
  try {
    const distrust = whyNotRoots([dir]);
    if (distrust !== null) return distrust;
    const tree = readTree(dir);
    for (const node of tree.nodes) {
      const item = whyNotOnlyRoots(node, join(dir, showPath(node.path)));
      if (item !== null) return item;
    }
    return whyNotWhole(dir, tree);
  } catch (error) {
    return describeError(error);
  }
}

function whyNotOnlyRoots({ stats, absolute }: TreeNode, shown: string): string | null {
  // The target decides: the link can be changed only through its directory, which is checked too.
  if (stats.isSymbolicLink()) return whyNotRoots([absolute.toString('utf8')]);
  if (stats.uid !== 0n) return `${shown} does not belong to root`;
  return (stats.mode & 0o022n) === 0n ? null : `${shown} can be written by others`;
}

function whyNotWhole(dir: string, { excess, unreadable, tooDeep }: PackageTree): string | null {
  if (excess !== null) return `${dir} has ${excess}`;
  const path = unreadable[0]?.path ?? tooDeep[0];
  return path === undefined ? null : `the contents of ${join(dir, showPath(path))} cannot be read`;
}
