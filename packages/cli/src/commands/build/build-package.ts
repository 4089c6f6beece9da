import { readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HookError, hasErrors, type Issue } from '@hookmd/core/errors';
import { buildSubject } from '@hookmd/core/registry';
import { readPlainFile } from '@hookmd/core/system';
import { decodeUtf8 } from '@hookmd/core/text';
import { buildInProject, buildIssue, isBuiltHandler } from '../../handlers/build-handler.ts';
import type { PackageFileText } from '../new/write-package.ts';
import { type FoundPackage, findProject } from './find-package.ts';

const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** A package whose handler is one module; or everything that is wrong. */
export interface BuiltPackage {
  /** Every file by its path; null where anything is wrong. */
  readonly files: Readonly<Record<string, PackageFileText>> | null;
  /** The handler as its author wrote it. */
  readonly source: string;
  readonly issues: readonly Issue[];
  /** Of the built module, without its map. */
  readonly size: number;
}

/**
 * Builds the handler of a package, and plans the package that is shipped: what it was built of is left out, all else
 * stays as it is. Writes nothing, runs nothing. Throws BUILD_NO_HANDLER, BUILD_NAME_TAKEN.
 */
export async function buildPackage({
  name,
  dir,
  manifest,
  issues,
  files,
  word: text,
}: FoundPackage): Promise<BuiltPackage> {
  const wrong = issues.filter((issue) => hasErrors([issue]));
  if (manifest === null || wrong.length > 0) return { files: null, source: '', issues: wrong, size: 0 };
  const { handler, protocol } = manifest;
  if (handler.mode !== 'handler')
    throw new HookError(
      'BUILD_NO_HANDLER',
      { name, detail: `it is run as ${handler.mode}` },
      { exitCode: 1 },
    );
  const source = handler.file;
  if (isBuiltHandler(join(dir, source)))
    throw new HookError('BUILD_NO_HANDLER', { name, detail: `${source} is built already` }, { exitCode: 1 });
  const result = await buildInProject({ dir, ...buildSubject(handler, protocol) }, findProject(dir));
  if (!result.ok)
    return {
      files: null,
      source,
      issues: result.problems.map((problem) => buildIssue('BUILD_FAILED', problem, { dir, name: text })),
      size: 0,
    };
  const built = new Set(sourcesOf(result.map));
  const map = `${result.file}.map`;
  if (files.some((path) => (path === result.file || path === map) && !built.has(path)))
    throw new HookError('BUILD_NAME_TAKEN', { name, file: result.file, source }, { exitCode: 1 });
  const copied = files.filter((path) => !isSource(path, built));
  const planned: Record<string, PackageFileText> = {};
  for (const path of copied) planned[path] = readFile(join(dir, path));
  planned['HOOK.md'] = { text: pointToBuilt(textOf(join(dir, 'HOOK.md')), result.file) };
  // It is a program too: `handler.cjs hook`, `handler.cjs run`.
  planned[result.file] = { text: Buffer.from(result.code), isExecutable: true };
  planned[map] = { text: Buffer.from(result.map) };
  const warnings = result.warnings.map((problem) =>
    buildIssue('BUILD_DOUBTFUL', problem, { dir, name: text }),
  );
  return { files: planned, source, issues: warnings, size: result.code.length };
}

const LEFT_OUT = /^node_modules\/|\.[cm]?ts$|(?:^|\/)tsconfig[^/]*\.json$/;

/** What went into the module, and what only makes it: TypeScript, its configuration, libraries. JSON may be read too. */
function isSource(path: string, built: ReadonlySet<string>): boolean {
  return LEFT_OUT.test(path) || (built.has(path) && !path.endsWith('.json'));
}

function sourcesOf(map: Uint8Array): readonly string[] {
  const { sources } = JSON.parse(Buffer.from(map).toString('utf8')) as { sources: readonly string[] };
  return sources;
}

/** A manifest that names its handler names the built one; any other is shipped as it is. */
function pointToBuilt(manifest: string, file: string): string {
  const end = manifest.indexOf('\n---', 3);
  const front = manifest.slice(0, end).replace(/^handler:[^\n\r]*/m, `handler: ${file}`);
  return front + manifest.slice(end);
}

function textOf(path: string): string {
  return decodeUtf8(readPlainFile(path, MAX_FILE_BYTES)) ?? '';
}

function readFile(path: string): PackageFileText {
  const stats = statSync(path, { throwIfNoEntry: false });
  const link = linkAt(path);
  if (link !== null) return { link };
  const text = readPlainFile(path, MAX_FILE_BYTES);
  return ((stats?.mode ?? 0) & 0o100) === 0 ? { text } : { text, isExecutable: true };
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
