import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rejectProblems } from '../archive/package-problem.ts';
import { checkIntegrity, integrityOf, unpack, writePackage } from '../archive/unpack.ts';
import { findExcess } from '../archive/validate-entries.ts';
import { nameOf } from '../package-hooks.ts';
import type { Content, Fetched, Found, Resolved, Source, SourceContext, Tree } from './source.ts';
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
    const integrity = await writeContent(content, resolved.integrity, target);
    const name = nameOf(target, content.cameFrom);
    content.check?.(name);
    return { ...resolved, ...name, integrity, dir: target };
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

/** Fetches what is listed, unless it is more than a package may have. */
async function loadPackage({ entries, load }: Tree): Promise<void> {
  rejectProblems(findExcess(entries));
  await load?.(entries);
}

async function writeContent(
  { found, subject: label }: Content,
  expected: string | null,
  dir: string,
): Promise<string | null> {
  if (!Buffer.isBuffer(found)) {
    await loadPackage(found);
    writePackage(found.entries, dir);
    return null;
  }
  if (expected !== null) checkIntegrity(found, expected, label);
  unpack(found, dir);
  return integrityOf(found);
}
