/** What is to be built. */
export interface BuildRequest {
  /** The package's folder. */
  readonly dir: string;
  /** Relative path of the handler module, with `/`. */
  readonly file: string;
  /** Which language the built file is asked in; it decides how its entry calls the module. */
  readonly convention: 'hookmd' | 'openclaw';
  /** OpenClaw: the export that is the handler; default `default`. */
  readonly exportName?: string;
}

/** One thing that is wrong, with its place. Lines and columns count from 1. */
export interface BuildProblem {
  /** Relative to the package; null = it is about no file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** What is wrong, why, and what to do. Holds words of the package: clean it before it is shown. */
  readonly text: string;
}

/** The name of a built handler. A CommonJS module starts sooner; one that waits at its top level has to be an ES module. */
export type BuiltFile = 'handler.cjs' | 'handler.mjs';

/** A built handler and its source map; or everything that is wrong. */
export type BuildResult =
  | {
      readonly ok: true;
      readonly file: BuiltFile;
      readonly code: Uint8Array;
      readonly map: Uint8Array;
      readonly warnings: readonly BuildProblem[];
    }
  | { readonly ok: false; readonly problems: readonly BuildProblem[] };
