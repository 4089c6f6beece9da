import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { selectFiles } from '../archive/select-files.ts';
import { checkIntegrity, integrityOf, openArchive, writePackage } from '../archive/unpack.ts';
import { nameOf } from '../package-hooks.ts';
import type { Content, Fetched, Found, Resolved, Source, SourceContext } from './source.ts';
import { parseSpec, type Spec } from './spec.ts';

/** Each is a bundle of its own: loading a client of the network takes longer than copying a directory. */
const sources: Readonly<Record<Spec['prefix'], () => Promise<Source>>> = {
  npm: async () => (await import('./npm.ts')).npmSource,
  git: async () => (await import('./git.ts')).gitSource,
  https: async () => (await import('./web.ts')).httpsSource,
  file: async () => (await import('./local.ts')).fileSource,
};

const UNKNOWN = { version: null, integrity: null, commit: null, publishedAt: null, publisher: null };

/** What a spec resolves to now. Throws SPEC_INVALID. */
export async function resolveFrom(text: string, context: SourceContext): Promise<Found> {
  const spec = parseSpec(text);
  const source = await sources[spec.prefix]();
  return { ...UNKNOWN, notices: [], ...(await source.resolve(spec, context)), spec: text };
}

/**
 * Writes a package into `package` in an empty directory `dir`, and nothing elsewhere; a failure leaves `dir` empty. Throws
 * INTEGRITY_MISMATCH for bytes other than the recorded ones, and PackageRejected.
 */
export async function fetchFrom(resolved: Resolved, dir: string, context: SourceContext): Promise<Fetched> {
  const spec = parseSpec(resolved.spec);
  const source = await sources[spec.prefix]();
  const content = await source.fetch(spec, resolved, context);
  const target = join(dir, 'package');
  try {
    const written = await writeContent(content, resolved.integrity, target);
    const name = nameOf(target, content.cameFrom);
    content.check?.(name);
    return { ...resolved, ...name, ...written, dir: target };
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

/** The integrity of a tarball, and what of its files or those of a directory or commit is not installed. */
async function writeContent(
  { found, subject: label }: Content,
  expected: string | null,
  dir: string,
): Promise<Pick<Fetched, 'integrity' | 'leftOut'>> {
  const isTarball = Buffer.isBuffer(found);
  if (isTarball && expected !== null) checkIntegrity(found, expected, label);
  const { tree, leftOut } = await selectFiles(isTarball ? openArchive(found) : found);
  writePackage(tree, dir);
  return { integrity: isTarball ? integrityOf(found) : null, leftOut };
}
