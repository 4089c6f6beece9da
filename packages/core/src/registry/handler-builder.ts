/** What is to be built: the handler module of a package, together with all that it imports. */
export interface BuildRequest {
  /** The folder of the package; nothing outside of it is read but the SDK. */
  readonly dir: string;
  /** Path of the module, relative to the folder. */
  readonly file: string;
  /** How the module is called: by the SDK, or as OpenClaw does it. */
  readonly convention: 'hookmd' | 'openclaw';
  /** The export that is called, where the convention calls one by its name. */
  readonly exportName?: string;
}

/** One thing that keeps a handler from being built. Line and column count from 1. */
export interface BuildProblem {
  /** Relative to the package; null = it is about no file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly text: string;
}

export type BuildResult =
  | {
      readonly ok: true;
      /** How it is to be called: `handler.cjs`, or `handler.mjs` where it waits at its top level. */
      readonly file: string;
      /** One module that needs nothing beside it; it begins with `HANDLER_STAMP`. */
      readonly code: Uint8Array;
      /** Its source map. */
      readonly map: Uint8Array;
      readonly warnings: readonly BuildProblem[];
    }
  | { readonly ok: false; readonly problems: readonly BuildProblem[] };

/** Builds a handler and runs nothing of it. Never rejects. Core knows none: whoever approves packages brings it. */
export type HandlerBuilder = (request: BuildRequest) => Promise<BuildResult>;

/** What a built handler begins with: it is run as it is. By its first line it is a program too. */
export const HANDLER_STAMP = '#!/usr/bin/env node\n// hookmd-handler/1\n';
