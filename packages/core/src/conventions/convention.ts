import type { Vocabulary } from '../wires/foreign-names.ts';

export type ConventionId = 'hookmd' | 'claude' | 'kodelet' | 'microclaw-rfc' | 'microclaw' | 'openclaw';

/** How a hook written for a wire is run. Source: contracts.md §2. */
export interface Convention {
  readonly id: ConventionId;
  /** The vocabulary whose manifests are run this way unless they say otherwise. */
  readonly vocabulary: Vocabulary;
  /** The wire of stdin and of the answer; null = not part of this version. */
  readonly wire: 'claude' | null;
  /** A string `command` goes to `sh -c`; else it is split into words and no shell is involved. */
  readonly usesShell: boolean;
  readonly cwd: 'session' | 'package';
  /** Exit statuses other than 0 that mean something; every other one is a failure. */
  readonly blockingExit: number | null;
  /** Events on which the blocking exit status is a failure after all. */
  readonly ignoresBlockingExitOn: readonly string[];
  /** Text that is not JSON at exit 0: a failure, or context on these events and a log line elsewhere. */
  readonly plainText: 'failed' | { readonly contextOn: readonly string[] };
  /** JSON beside an exit status that is not 0 is an answer too. */
  readonly readsAnswerAtAnyExit: boolean;
  /** null = the cap (`hooks.maxTimeout`). */
  readonly defaultTimeoutMs: number | null;
  /** Environment of its own, beside HOOK_*. */
  readonly environment: (facts: { readonly projectDir: string }) => Readonly<Record<string, string>>;
}
