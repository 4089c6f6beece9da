import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '../errors/hook-error.ts';
import { matchText } from '../matching/glob.ts';

/** The administrator's file, in the managed directory. */
export const POLICY_FILE = 'policy.yaml';

/** A hook that must be active with exactly these bytes. */
export interface RequiredHook {
  /** Plain or qualified. */
  readonly name: string;
  readonly digest: string;
  /** The line in the file; counts from 1. */
  readonly line: number;
}

/** How an organization manages this machine; plain JSON data. */
export interface FleetPolicy {
  /** URL of the repository of signed releases; null = nothing is pulled. */
  readonly releases: string | null;
  readonly ring: string;
  /** What an expired release does. */
  readonly onStale: 'warn' | 'block';
  /** Null = the event log is not sent to NATS. */
  readonly nats: {
    readonly servers: readonly string[];
    /** Absolute path of a file. */
    readonly credentials: string | null;
    readonly stream: string;
  } | null;
  /** Null = the event log is not sent over OTLP. */
  readonly otlp: {
    readonly url: string;
    /** Absolute path of a file with lines `Name: value`. */
    readonly headers: string | null;
  } | null;
}

/** What the administrator requires of every user of the machine; plain JSON data. */
export interface Policy {
  readonly required: readonly RequiredHook[];
  /** Content that never runs, even if approved. */
  readonly denied: readonly { readonly digest: string; readonly line: number }[];
  /** Where packages may be installed from, as globs over specs; null = anywhere. */
  readonly sources: readonly string[] | null;
  /** How old a version must be to be installed. */
  readonly minimumReleaseAgeMs: number;
  /** Every hook that fails blocks. */
  readonly blocksOnFailure: boolean;
  /** Every hook that is a program runs isolated. */
  readonly isolates: boolean;
  /** How far `hooks allow` goes, for all hooks; null = it never lifts a block of the administrator's hooks. */
  readonly allow: 'never' | 'once' | 'timed' | null;
  /** Only managed hooks, required ones and those that are part of HookMD run. */
  readonly managedOnly: boolean;
  /** Networks in CIDR notation that HTTP hooks may reach although they are not public. */
  readonly privateNetworks: readonly string[];
  /** Null = no organization manages this machine. */
  readonly fleet: FleetPolicy | null;
}

export const NO_POLICY: Policy = {
  required: [],
  denied: [],
  sources: null,
  minimumReleaseAgeMs: 0,
  blocksOnFailure: false,
  isolates: false,
  allow: null,
  managedOnly: false,
  privateNetworks: [],
  fleet: null,
};

/** Whether the user may lift a block of a hook; administrator's = managed or required by the policy. */
export function mayLiftBlock(
  { allow }: Pick<Policy, 'allow'>,
  isAdministrators: boolean,
  use: 'once' | 'timed',
): boolean {
  if (allow === null) return !isAdministrators;
  return allow === 'timed' || allow === use;
}

/** The entry that requires a package of these names with these bytes; null = none does. */
export function requirementFor(
  { required }: Policy,
  { name, qualifiedName }: { readonly name: string; readonly qualifiedName: string },
  digest: string | null,
): RequiredHook | null {
  const isMeant = (requiredHook: RequiredHook): boolean =>
    requiredHook.name === name || requiredHook.name === qualifiedName;
  return required.find((hook) => isMeant(hook) && hook.digest === digest) ?? null;
}

/**
 * Whether a package may be installed from a spec such as `npm:@acme/guard@1.2.0`. In time linear in spec and glob.
 *
 * A glob selects packages; one without a version means every version. A prefix alone (`file:`) means everything after it.
 */
export function isSourceAllowed({ sources }: Policy, spec: string): boolean {
  if (sources === null) return true;
  const spellings = [spec, withoutVersion(spec)];
  return sources.some((glob) =>
    glob.endsWith(':') ? spec.startsWith(glob) : spellings.some((spelling) => matchText(glob, spelling)),
  );
}

function withoutVersion(spec: string): string {
  const start = spec.startsWith('npm:') ? spec.indexOf('@', 'npm:@'.length) : spec.indexOf('#');
  return start < 0 ? spec : spec.slice(0, start);
}

/** There is no policy. */
export const NO_STAMP = '';

/**
 * Identifies a state of the policy: the event path compares it with the state at the last compilation, so that an edit applies
 * from the next event on. One file access without a policy, two with one.
 */
export function policyStamp(managedDir: string): string {
  try {
    const file = statSync(join(managedDir, POLICY_FILE), { throwIfNoEntry: false });
    if (file === undefined) return NO_STAMP;
    return `${factsOf(file)} ${factsOf(statSync(managedDir))}`;
  } catch (error) {
    return `? ${describeError(error)}`;
  }
}

function factsOf({ dev, ino, size, mtimeMs, ctimeMs, uid, mode }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs, uid, mode].join(':');
}
