/** The handler to build. */
export interface BuildRequest {
  /** The package's directory. */
  readonly dir: string;
  /** Relative path of the handler module, with `/`. */
  readonly file: string;
  /** The protocol of the handler, which decides how its entry calls the module. */
  readonly protocol: 'hookmd' | 'openclaw' | 'opencode';
  /** OpenClaw: the export that is the handler; default `default`. */
  readonly exportName?: string;
}

/** One problem with its location. Lines and columns count from 1. */
export interface BuildProblem {
  /** Path relative to the package; null = not about a file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The problem, its reason and its fix. Contains text of the package: clean it before you print it. */
  readonly text: string;
}

/** The name of a built handler. A CommonJS module starts faster; one with a top-level await must be an ES module. */
export type BuiltFile = 'handler.cjs' | 'handler.mjs';

/** A built handler and its source map; or every problem. */
export type BuildResult =
  | {
      readonly ok: true;
      readonly file: BuiltFile;
      readonly code: Uint8Array;
      readonly map: Uint8Array;
      readonly warnings: readonly BuildProblem[];
    }
  | { readonly ok: false; readonly problems: readonly BuildProblem[] };
