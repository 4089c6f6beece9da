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
