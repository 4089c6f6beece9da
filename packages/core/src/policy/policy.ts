import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '../errors/hook-error.ts';
import { matchText } from '../matching/glob.ts';

/** The administrator's file, in the managed folder. */
export const POLICY_FILE = 'policy.yaml';

/** A hook that must be active with exactly these bytes. */
export interface RequiredHook {
  /** Plain or qualified. */
  readonly name: string;
  readonly digest: string;
  /** Where the file says so; counts from 1. */
  readonly line: number;
}

/** What the administrator of the machine asks of everybody; plain JSON data. Source: security.md "Managed policy". */
export interface Policy {
  readonly required: readonly RequiredHook[];
  /** Bytes that never run, whoever approved them. */
  readonly denied: readonly { readonly digest: string; readonly line: number }[];
  /** Where packages may be installed from, as globs over specs; null = anywhere. */
  readonly sources: readonly string[] | null;
  /** How old a version must be to be installed. */
  readonly minimumReleaseAgeMs: number;
  /** Every hook that fails blocks. */
  readonly blocksOnFailure: boolean;
  /** Every hook that is a program runs isolated. */
  readonly isolates: boolean;
  /** Only managed hooks, required ones and those that are part of HookMD run. */
  readonly managedOnly: boolean;
}

export const NO_POLICY: Policy = {
  required: [],
  denied: [],
  sources: null,
  minimumReleaseAgeMs: 0,
  blocksOnFailure: false,
  isolates: false,
  managedOnly: false,
};

/** The entry that requires a package of these names with these bytes; null = none does. */
export function requirementFor(
  { required }: Policy,
  { name, qualifiedName }: { readonly name: string; readonly qualifiedName: string },
  digest: string | null,
): RequiredHook | null {
  const isMeant = (one: RequiredHook): boolean => one.name === name || one.name === qualifiedName;
  return required.find((one) => isMeant(one) && one.digest === digest) ?? null;
}

/**
 * Whether a package may be installed from a spec such as `npm:@acme/guard@1.2.0`. In time linear in spec and glob.
 *
 * A glob says which package; one without a version means every version. A prefix alone (`file:`) means all behind it.
 */
export function isSourceAllowed({ sources }: Policy, spec: string): boolean {
  if (sources === null) return true;
  const spellings = [spec, withoutVersion(spec)];
  return sources.some((glob) =>
    glob.endsWith(':') ? spec.startsWith(glob) : spellings.some((one) => matchText(glob, one)),
  );
}

function withoutVersion(spec: string): string {
  const start = spec.startsWith('npm:') ? spec.indexOf('@', 'npm:@'.length) : spec.indexOf('#');
  return start < 0 ? spec : spec.slice(0, start);
}

/** There is no policy. */
export const NO_STAMP = '';

/**
 * What tells one state of the policy from another: the event path compares it with that of what was compiled, so that
 * an edit holds from the next event on. One look where there is no policy, two where there is one.
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
