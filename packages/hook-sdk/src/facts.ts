/** The context of a run beside its event. */
export interface Facts {
  /** The environment of this event: `HOOK_*` and the variables that the manifest was granted. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
  /** Prints a line for the user. */
  readonly log: (text: string) => void;
  /** Prints the exception of a hook with `onFailure: 'block'`, with its stack. */
  readonly report: (error: unknown) => void;
}
