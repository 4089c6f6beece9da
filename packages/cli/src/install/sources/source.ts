import { posix } from 'node:path';
import type { Issue } from '@hookmd/core/errors';
import { PackageRejected } from '../archive/package-problem.ts';
import type { LeftOut } from '../archive/select-files.ts';
import type { Tree } from '../archive/validate-entries.ts';
import type { Spec } from './spec.ts';

/** The exact release that a spec resolves to; only what this needs is fetched. It is what `hooks.lock` records. */
export interface Resolved {
  /** As the user wrote it. */
  readonly spec: string;
  /** What is fetched: an address, or the absolute path of a directory or file. Never has credentials. */
  readonly resolved: string;
  readonly version: string | null;
  /** `sha512-…` of the tarball. Null for directories and git, and for an address until it is fetched. */
  readonly integrity: string | null;
  /** 40 or 64 hex digits. */
  readonly commit: string | null;
  /** ISO, from the registry. */
  readonly publishedAt: string | null;
  readonly publisher: string | null;
}

/** What a spec resolves to, with warnings for the user to read before they agree. */
export interface Found extends Resolved {
  /** Deprecated, a name that is nearly another one: warnings, in the order of the catalogue. */
  readonly notices: readonly Issue[];
}

/** A fetched package: `dir` is a plain tree of checked files below the stage that was given. */
export interface Fetched extends Resolved {
  /** Of the whole package, from its package.json or its URL; its hooks have names of their own. */
  readonly name: string;
  readonly dir: string;
  /** What is no part of `dir`, because the plugin is large and its hooks do not need it. */
  readonly leftOut: readonly LeftOut[];
}

/** The user's machine and the limits of a source. */
export interface SourceContext {
  /** What a relative path is relative to. */
  readonly cwd: string;
  readonly home: string;
  /** The user's; git and npm get parts of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: number;
  /** Releases of a registry that are younger are not chosen; 0 = any age. */
  readonly minReleaseAgeMs: number;
  /** Throws SOURCE_DENIED, POLICY_BROKEN for a source that the policy of the machine does not allow, before it is called. */
  readonly admit: (spec: string) => void;
  /** Names that a package could be mistaken for: of what is installed, and of what comes with HookMD. */
  readonly knownNames: readonly string[];
  /** For all of one `resolve` or `fetch`. */
  readonly timeoutMs: number;
  /** Where a source keeps what it needs to fetch a package; the caller removes it. */
  readonly tempDir: string;
  /** The user interrupted: its reason is thrown. */
  readonly signal?: AbortSignal;
  /** Bytes so far, and of how many. Called often. */
  readonly onProgress?: (done: number, total: number | null) => void;
}

/** What a spec resolves to; absent = unknown. */
export type Facts = Pick<Found, 'resolved'> & Partial<Found>;

/** What a source fetched, not validated yet. */
export interface Content {
  /** A tarball, or the files of a directory or commit. */
  readonly found: Buffer | Tree;
  /** Names it in errors. */
  readonly subject: string;
  /** The end of its address or path: its name, if no package.json has one. */
  readonly cameFrom: string;
  /** Throws if it differs from the requested release. */
  readonly check?: (package_: Pick<Fetched, 'name' | 'version'>) => void;
}

/** The path of a module of OpenCode in a plugin that is nothing else; null = the path is none of a module. */
export function modulePath(path: string): string | null {
  return /\.[jt]s$/.test(path) ? `.opencode/plugins/${posix.basename(path)}` : null;
}

/** One way to get a package. Nothing of a package is ever executed; both methods throw HookErrors. */
export interface Source {
  resolve(spec: Spec, context: SourceContext): Promise<Facts>;
  fetch(spec: Spec, resolved: Resolved, context: SourceContext): Promise<Content>;
}

/** Time in which most malicious releases are found. */
export const DEFAULT_RELEASE_AGE_MS: number = 3 * 24 * 3_600_000;

/** Of a compressed package: its files may have as much, and need not shrink. */
export const MAX_DOWNLOAD_BYTES: number = 33 * 1024 * 1024;
/** For one call of a source: what a spec resolves to, or its content. */
export const DOWNLOAD_TIMEOUT_MS = 120_000;

const TRY_AGAIN = 'Try again; `curl` shows whether this machine reaches it.';

/** A source that returned no package; `detail` is the end of a sentence. */
export function unreachable(url: string, detail: string, fix: string = TRY_AGAIN): PackageRejected {
  return new PackageRejected({ code: 'SOURCE_UNREACHABLE', parameters: { url: showUrl(url), detail, fix } });
}

/** Without its query, which may be a key. */
export function showUrl(url: string): string {
  return url.replace(/\?.*$/, '?…');
}
