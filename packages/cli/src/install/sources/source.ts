import type { Issue } from '@hookmd/core/internal/errors/issue';

/** What a spec begins with, and who fetches it. */
export const sourcePrefixes = ['npm', 'git', 'https', 'file'] as const;
export type SourcePrefix = (typeof sourcePrefixes)[number];

/** What a spec stands for, exactly; nothing of it was fetched but what says so. As much as `hooks.lock` records. */
export interface Resolved {
  /** As a person wrote it. */
  readonly spec: string;
  /** What is fetched: an address, or the absolute path of a folder or file. Never has credentials. */
  readonly resolved: string;
  readonly version: string | null;
  /** `sha512-…` of the tarball. Null until it was fetched where nobody says it before, and for folders and git. */
  readonly integrity: string | null;
  /** 40 or 64 hex digits. */
  readonly commit: string | null;
  /** ISO, as the registry says. */
  readonly publishedAt: string | null;
  readonly publisher: string | null;
}

/** What was found behind a spec, with what a person should hear before they agree. */
export interface Found extends Resolved {
  /** Deprecated, a name that is nearly another one: warnings, in the order of the catalogue. */
  readonly notices: readonly Issue[];
}

/** A fetched package: `dir` is a plain tree of checked files below the stage that was given. */
export interface Fetched extends Resolved {
  /** Of the whole package, as its package.json or its address says; its hooks have names of their own. */
  readonly name: string;
  readonly dir: string;
}

/** Whom a source works for, and its limits. */
export interface SourceContext {
  /** What a relative path is relative to. */
  readonly cwd: string;
  readonly home: string;
  /** Of the person who installs; git gets a few of its names, the registry none. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: number;
  /** Releases of a registry that are younger are not chosen; 0 = any age. */
  readonly minReleaseAgeMs: number;
  /** Names that a package could be mistaken for: of what is installed, and of what comes with HookMD. */
  readonly knownNames: readonly string[];
  /** For all of one `resolve` or `fetch`. */
  readonly timeoutMs: number;
  /** A person interrupted: what is thrown then is the reason. */
  readonly signal?: AbortSignal;
  /** Bytes so far, and of how many. Called often. */
  readonly onProgress?: (done: number, total: number | null) => void;
}

/**
 * One way to get a package. Nothing of a package is ever executed.
 *
 * Both throw HookErrors; what refuses files has all of them in its `issues` (../package-problem.ts).
 */
export interface Source {
  readonly prefix: SourcePrefix;
  /** Throws SPEC_INVALID where the spec is not one of this source. */
  resolve(spec: string, context: SourceContext): Promise<Found>;
  /**
   * Writes the package into a new folder of `stage`, an empty folder, and nothing elsewhere; a failure leaves it
   * empty. Of what was recorded before, a difference is refused with INTEGRITY_MISMATCH.
   */
  fetch(resolved: Resolved, stage: string, context: SourceContext): Promise<Fetched>;
}

/** Source: reference/security.md §5. */
export const DEFAULT_RELEASE_AGE_MS: number = 3 * 24 * 3_600_000;
