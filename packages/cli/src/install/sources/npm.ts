import { join } from 'node:path';
import { holdToIntegrity, strongIntegrity } from '../archive/integrity.ts';
import { unpack } from '../archive/unpack.ts';
import { pickVersion } from './choose-version.ts';
import { download } from './download.ts';
import { MAX_DOWNLOAD_BYTES } from './limits.ts';
import { findNotices } from './notices.ts';
import { authorizationFor } from './npm-auth.ts';
import { networkOf, readNpmSettings } from './npm-settings.ts';
import type { NpmSpec } from './npm-spec.ts';
import { emptyStage, nameOf } from './package-name.ts';
import { holdToStatus, readDocument, refuseAnswer, registryOf, tarballAddress } from './registry.ts';
import type { Fetched, Found, Resolved, Source, SourceContext } from './source.ts';
import { parseSpec } from './spec.ts';

/** A package of the registry that the person's npm is configured for. No script of it runs, nothing it depends on comes. */
export const npmSource: Source = { prefix: 'npm', resolve: resolveNpm, fetch: fetchNpm };

async function resolveNpm(spec: string, context: SourceContext): Promise<Found> {
  const parsed = parseNpm(spec);
  const settings = readNpmSettings(context);
  const registry = registryOf(parsed.name, settings);
  const document = await readDocument(parsed, registry, settings, context);
  const chosen = pickVersion(document, parsed, context);
  const exact = `npm:${parsed.name}@${chosen.version}`;
  const integrity = strongIntegrity(chosen.integrity);
  if (integrity === null) throw refuseAnswer(exact, 'it has no SHA-512 of the tarball', registry.host);
  const { version, publishedAt, publisher } = chosen;
  return {
    spec,
    resolved: tarballAddress(chosen.tarball, exact, registry).href,
    version,
    integrity,
    commit: null,
    publishedAt,
    publisher,
    notices: findNotices(parsed.name, chosen, context.knownNames),
  };
}

async function fetchNpm(resolved: Resolved, stage: string, context: SourceContext): Promise<Fetched> {
  const { name } = parseNpm(resolved.spec);
  const settings = readNpmSettings(context);
  const registry = registryOf(name, settings);
  const exact = `npm:${name}@${resolved.version ?? ''}`;
  const integrity = strongIntegrity(resolved.integrity ?? '');
  if (integrity === null) throw refuseAnswer(exact, 'no SHA-512 of the tarball is known', registry.host);
  const url = tarballAddress(resolved.resolved, exact, registry);
  const { status, body } = await download({
    url: url.href,
    network: networkOf(settings, context.environment),
    headers: authorizationFor(url, settings),
    maxBytes: MAX_DOWNLOAD_BYTES,
    timeoutMs: context.timeoutMs,
    signal: context.signal,
    // What comes is held to its SHA-512: some registries keep their tarballs elsewhere.
    follows: 'elsewhere',
    onProgress: context.onProgress,
  });
  holdToStatus(status, url, registry);
  holdToIntegrity(body, integrity, `The tarball of ${exact}`);
  const dir = join(stage, 'package');
  unpack(body, dir);
  const inside = nameOf(dir, name, stage);
  if (inside.name !== name || (resolved.version !== null && inside.version !== resolved.version)) {
    emptyStage(stage);
    throw refuseAnswer(
      exact,
      `it is ${inside.name}@${inside.version ?? '?'} by its package.json`,
      registry.host,
    );
  }
  return { ...resolved, ...inside, integrity, dir };
}

function parseNpm(spec: string): NpmSpec {
  const parsed = parseSpec(spec);
  if (parsed.prefix !== 'npm') throw new Error(`not npm: ${parsed.prefix}`);
  return parsed;
}
