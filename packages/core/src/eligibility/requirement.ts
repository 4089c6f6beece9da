import type { Code } from '../errors/catalogue.ts';
import type { Requires } from '../manifest/manifest.ts';
import type { Machine } from './machine.ts';

/** One thing a package needs of the machine, and whether it is there. `hooks info` shows one line each. */
export interface Requirement {
  readonly kind: keyof Requires;
  readonly want: string;
  /** What is there; null = nothing. */
  readonly found: string | null;
  readonly ok: boolean;
  readonly code: Code;
  readonly message: string;
  readonly remedy: string;
}

/** Judges one key of `requires`. */
export interface RequirementKind {
  check(requires: Requires, machine: Machine): readonly Requirement[] | Promise<readonly Requirement[]>;
}
