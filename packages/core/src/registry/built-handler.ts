import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { Argv } from '../launch/launch.ts';
import { readStart } from '../launch/program-file.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { readBytes } from '../trust/digest.ts';
import { storeContent } from '../trust/store.ts';

/** A handler that can be started, and the digest of what was built for it; null = it came built. */
export interface BuiltHandler {
  readonly argv: Argv;
  readonly built: string | null;
}

export interface HandlerPlace {
  /** Its bytes: the copy in the store, or the working copy under `trust: 'all'`. */
  readonly packageDir: string;
  readonly storeRoot: string;
  /** Null = this process cannot build one. */
  readonly build: HandlerBuilder | null;
}

/**
 * What is run for a package of mode `handler`: the module itself where it came built, else one that is built now and kept in
 * the store, content-addressed as all that runs. Null for any other mode. Throws STATE_NOT_WRITABLE.
 */
export async function prepareHandler(
  { handler, protocol }: Pick<Manifest, 'handler' | 'protocol'>,
  { packageDir, storeRoot, build }: HandlerPlace,
): Promise<BuiltHandler | { readonly problems: readonly BuildProblem[] } | null> {
  if (handler.mode !== 'handler') return null;
  const prebuilt = ownBuilt(handler.file, packageDir);
  if (prebuilt !== null) return { argv: prebuilt, built: null };
  if (build === null)
    return {
      problems: [
        { file: handler.file, line: null, column: null, text: 'it has to be built first: run `hooks build`' },
      ],
    };
  const result = await build({ dir: packageDir, ...buildSubject(handler, protocol) });
  if (!result.ok) return result;
  const { digest, path } = storeContent((sink) => {
    const parts = [
      readBytes(Buffer.from(result.code), result.file, sink),
      readBytes(Buffer.from(result.map), `${result.file}.map`, sink),
    ];
    return { files: parts.flatMap((part) => part.files), problems: [] };
  }, storeRoot);
  return { argv: startOf(join(path, result.file)), built: digest };
}

/** How a module is called: OpenClaw's by the export that its manifest names, OpenCode's by what it returns, every other one by the SDK. */
export function buildSubject(
  { file, exportName }: Extract<Manifest['handler'], { mode: 'handler' }>,
  protocol: Manifest['protocol'],
): Omit<BuildRequest, 'dir'> {
  if (protocol === 'opencode') return { file, protocol };
  if (protocol !== 'openclaw') return { file, protocol: 'hookmd' };
  return { file, protocol, ...(exportName === undefined ? {} : { exportName }) };
}

/** The command line of a handler that came built; null = it is to be built. */
function ownBuilt(file: string, packageDir: string): Argv | null {
  const path = join(packageDir, file);
  const start = readStart(path, HANDLER_STAMP.length);
  return start?.toString('utf8') === HANDLER_STAMP ? startOf(path) : null;
}

/** All problems, one behind the other. */
export function describeProblems(problems: readonly BuildProblem[]): string {
  return problems
    .map(({ file, line, column, text }) =>
      [file, line, column, ` ${text}`].filter((item) => item !== null).join(':'),
    )
    .map((problem) => problem.trim().replace(/\.$/, ''))
    .join('; ');
}

/** The Node that runs HookMD runs its handlers. */
function startOf(path: string): Argv {
  return [process.execPath, path];
}

/** What is to be built: the handler module of a package, together with all that it imports. */
export interface BuildRequest {
  /** The directory of the package; nothing outside of it is read but the SDK. */
  readonly dir: string;
  /** Path of the module, relative to the directory. */
  readonly file: string;
  /** How the module is called: by the SDK, or as OpenClaw or OpenCode does it. */
  readonly protocol: 'hookmd' | 'openclaw' | 'opencode';
  /** The export that is called, where the protocol calls one by its name. */
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

/** A built handler; or every problem of the build. */
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

/** Builds a handler and runs nothing of it. Never rejects. The caller that approves packages brings it, because core has none. */
export type HandlerBuilder = (request: BuildRequest) => Promise<BuildResult>;

/** What a built handler begins with: it is run as it is. By its first line it is a program too. */
export const HANDLER_STAMP = '#!/usr/bin/env node\n// hookmd-handler/1\n';
