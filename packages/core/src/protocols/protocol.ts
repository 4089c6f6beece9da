import type { ModifySpec } from '../events/modify-spec.ts';
import type { Vocabulary } from './foreign-names.ts';
import type { FormatId } from './format.ts';

export type ProtocolId = 'hookmd' | 'claude' | 'kodelet' | 'microclaw-rfc' | 'microclaw' | 'openclaw';

/** What the environment of a convention is made of. */
export interface ProtocolFacts {
  readonly projectDir: string;
  readonly hookName: string;
  /** The event in the words of the hook. */
  readonly eventName: string;
}

/** How a hook written for a wire is run. Source: contracts.md §2. */
export interface Protocol {
  readonly id: ProtocolId;
  /** The vocabulary whose manifests are run this way unless they say otherwise. */
  readonly vocabulary: Vocabulary;
  /** The wire of stdin and of the answer. */
  readonly wire: FormatId;
  /** A string `command` goes to `sh -c`; else it is split into words and no shell is involved. */
  readonly usesShell: boolean;
  readonly cwd: 'session' | 'package';
  /** What is appended to the command line; null = nothing. */
  readonly argument: string | null;
  /** Exit statuses other than 0 that mean something; every other one is a failure. */
  readonly blockingExit: number | null;
  /** Events on which the blocking exit status is a failure after all. */
  readonly ignoresBlockingExitOn: readonly string[];
  /** How a hook blocks, for people: behind "in the … convention". */
  readonly blocksBy: string;
  /**
   * Text that is not JSON at exit 0: a failure; noise around the first JSON object with this key; or context on these events and
   * a log line elsewhere.
   */
  readonly plainText: 'failed' | { readonly findsKey: string } | { readonly contextOn: readonly string[] };
  /** JSON beside an exit status that is not 0 is an answer too. */
  readonly readsAnswerAtAnyExit: boolean;
  /** A hook that begins its answer with `{"async": true}` is not waited for any more. */
  readonly detaches: boolean;
  /** null = the cap (`hooks.maxTimeout`). */
  readonly defaultTimeoutMs: number | null;
  /** Environment of its own, beside HOOK_*. */
  readonly environment: (facts: ProtocolFacts) => Readonly<Record<string, string>>;
  /** What a hook may change whose manifest does not say it, where its event permits that. Source: contracts.md §3. */
  readonly modify: ModifySpec | null;
}
