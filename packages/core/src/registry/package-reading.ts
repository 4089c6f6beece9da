import type { Requirement } from '../eligibility/requirement.ts';
import type { Issue } from '../errors/issue.ts';
import type { Manifest } from '../manifest/manifest.ts';

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
