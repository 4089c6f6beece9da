import { join } from 'node:path';
import { type Issue, issue } from '@hookmd/core/errors';
import {
  type BuildRequest,
  type BuildResult,
  buildSubject,
  HANDLER_STAMP,
  type HandlerBuilder,
  type HookStatus,
} from '@hookmd/core/registry';
import { readPlainFile } from '@hookmd/core/system';
import { decodeUtf8 } from '@hookmd/core/text';

const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** The built SDK that becomes part of every handler, beside this bundle: never one that a package brings. */
const SDK = `${import.meta.dirname}/sdk`;

/** Builds a handler. What it takes, esbuild above all, is loaded with the first that is built. */
export const buildHandler: HandlerBuilder = (request) => build(request, {});

/** As its author does it: with the libraries of the npm project around it, null = there is none. */
export function buildInProject(request: BuildRequest, projectDir: string | null): Promise<BuildResult> {
  return build(request, projectDir === null ? {} : { projectDir });
}

/** Whether a module came built, so that it runs as it is. */
export function isBuiltHandler(path: string): boolean {
  return (decodeUtf8(readPlainFile(path, MAX_FILE_BYTES)) ?? '').startsWith(HANDLER_STAMP);
}

/**
 * Why a typed handler cannot be approved. Builds the handler and runs nothing of it; an approved version was built before.
 */
export async function unbuiltIssues({ record, isApproved, approval }: HookStatus): Promise<readonly Issue[]> {
  const { manifest, dir, name } = record;
  const isBuilt = isApproved && approval?.digest === record.digest;
  if (manifest === null || manifest.handler.mode !== 'handler' || isBuilt) return [];
  const { handler, protocol } = manifest;
  if (isBuiltHandler(join(dir, handler.file))) return [];
  const result = await buildHandler({ dir, ...buildSubject(handler, protocol) });
  return result.ok
    ? []
    : result.problems.map((problem) => buildIssue('BUILD_FAILED', problem, { dir, name }));
}

/** A problem of a build, at its place in the package. */
export function buildIssue(
  code: 'BUILD_FAILED' | 'BUILD_DOUBTFUL',
  { file, line, column, text }: Extract<BuildResult, { ok: false }>['problems'][number],
  { dir, name }: { readonly dir: string; readonly name: string },
): Issue {
  return issue(
    code,
    { detail: text.replace(/\.$/, ''), name },
    {
      path: file === null ? dir : join(dir, file),
      ...(line === null ? {} : { line }),
      ...(column === null ? {} : { column }),
    },
  );
}

async function build(
  request: BuildRequest,
  settings: { readonly projectDir?: string },
): Promise<BuildResult> {
  const { buildHandler: build } = await import('@hookmd/sdk/build');
  return build(request, { sdkDir: SDK, ...settings });
}
