import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isHookError } from '@hookmd/core/errors';
import { isPackageName } from '@hookmd/core/manifest';
import { selectFiles } from '../archive/select-files.ts';
import { checkIntegrity, integrityOf, openArchive, writePackage } from '../archive/unpack.ts';
import { nameOf } from '../package-hooks.ts';
import type { MarketplaceSpec } from './marketplace.ts';
import type { Content, Facts, Fetched, Found, Resolved, Source, SourceContext } from './source.ts';
import { parseSpec, type Spec } from './spec.ts';

/** Each is a bundle of its own: loading a client of the network takes longer than copying a directory. */
const sources: Readonly<Record<Spec['prefix'], () => Promise<Source>>> = {
  npm: async () => (await import('./npm.ts')).npmSource,
  git: async () => (await import('./git/git.ts')).gitSource,
  https: async () => (await import('./web.ts')).httpsSource,
  file: async () => (await import('./local.ts')).fileSource,
};

const UNKNOWN = { version: null, integrity: null, commit: null, publishedAt: null, publisher: null };

/** What a spec resolves to now. Throws SPEC_INVALID. */
export async function resolveFrom(text: string, context: SourceContext): Promise<Found> {
  const spec = parseSpec(text);
  if ('plugin' in spec && spec.plugin !== null) return resolvePlugin(spec, text, context);
  try {
    return { ...UNKNOWN, notices: [], ...(await resolveSpec(spec, context)), spec: text };
  } catch (error) {
    // A word that is no branch, tag or commit may be a plugin of the marketplace that the repository is.
    const isRefMissing = isHookError(error) && error.code === 'GIT_REF_NOT_FOUND';
    if (!isRefMissing || spec.prefix !== 'git' || spec.path !== null || !isPackageName(spec.ref ?? ''))
      throw error;
    const market = { ...spec, ref: null, plugin: spec.ref };
    return await resolvePlugin(market, text.replace(/#.*$/, `#plugin:${spec.ref}`), context).catch(
      (second: unknown) => {
        throw isHookError(second) && second.code === 'NO_MARKETPLACE' ? error : second;
      },
    );
  }
}

async function resolveSpec(spec: Spec, context: SourceContext): Promise<Facts> {
  return (await sources[spec.prefix]()).resolve(spec, context);
}

/** A plugin is fetched from the source that its marketplace names: that is what is resolved. */
async function resolvePlugin(spec: MarketplaceSpec, text: string, context: SourceContext): Promise<Found> {
  const { findPlugin } = await import('./marketplace.ts');
  const plugin = await findPlugin(spec, context);
  if (!plugin.isOwn) context.admit(plugin.spec);
  const facts = plugin.isOwn ? { commit: plugin.commit } : await resolveSpec(parseSpec(plugin.spec), context);
  // A relative path would be another one elsewhere.
  const named = plugin.market === null ? text : `${plugin.market}#plugin:${plugin.name}`;
  return { ...UNKNOWN, notices: [], ...facts, resolved: plugin.spec, spec: named };
}

/** The spec of a plugin of a marketplace, from where it is fetched; null = the spec itself is what is fetched. */
export function pluginSource({ spec, resolved }: Pick<Resolved, 'spec' | 'resolved'>): string | null {
  const parsed = parseSpec(spec);
  return 'plugin' in parsed && parsed.plugin !== null ? resolved : null;
}

/**
 * Writes a package into `package` in an empty directory `dir`, and nothing elsewhere; a failure leaves `dir` empty. Throws
 * INTEGRITY_MISMATCH for bytes other than the recorded ones, and PackageRejected.
 */
export async function fetchFrom(resolved: Resolved, dir: string, context: SourceContext): Promise<Fetched> {
  const inner = pluginSource(resolved);
  if (inner !== null) return fetchPlugin(resolved, inner, dir, context);
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

async function fetchPlugin(
  resolved: Resolved,
  inner: string,
  dir: string,
  context: SourceContext,
): Promise<Fetched> {
  const spec = parseSpec(inner);
  const exact = spec.prefix === 'npm' ? `npm:${spec.name}@${resolved.version}` : inner;
  const facts = spec.prefix === 'git' ? { resolved: spec.url } : await resolveSpec(parseSpec(exact), context);
  const fetched = await fetchFrom({ ...resolved, ...facts, spec: exact, ...pinOf(resolved) }, dir, context);
  const market = parseSpec(resolved.spec) as MarketplaceSpec;
  const { addManifest } = await import('./marketplace.ts');
  await addManifest(market, resolved, fetched.dir, context);
  const { spec: text, resolved: from } = resolved;
  return { ...fetched, spec: text, resolved: from, name: market.plugin ?? fetched.name };
}

/** What was recorded counts, whatever the source has now. */
function pinOf({ commit, integrity }: Resolved): Partial<Resolved> {
  return {
    ...(commit === null ? {} : { commit }),
    ...(integrity === null ? {} : { integrity }),
  };
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
