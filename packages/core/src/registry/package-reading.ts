import type { Definition } from '../discovery/scan.ts';
import type { Requirement } from '../eligibility/requirement.ts';
import type { Issue } from '../errors/issue.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Approval } from '../trust/approval.ts';
import type { ContentSink, PackageContent } from '../trust/digest.ts';
import type { EventAnswer, Question } from './ask-for-event.ts';

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
