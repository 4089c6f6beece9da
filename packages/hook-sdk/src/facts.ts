/** Where a hook runs: what a run is told beside its event, and whom it may talk to. */
export interface Facts {
  /** The environment of this event: `HOOK_*`, and what the manifest was granted. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** A line for people. */
  readonly log: (text: string) => void;
  /** What a hook threw that answers for its own failures: for the same people, with its stack. */
  readonly report: (error: unknown) => void;
}
