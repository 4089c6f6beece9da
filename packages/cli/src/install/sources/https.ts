import { basename, join } from 'node:path';
import { holdToIntegrity, integrityOf } from '../archive/integrity.ts';
import { unpack } from '../archive/unpack.ts';
import { download } from './download.ts';
import { MAX_DOWNLOAD_BYTES } from './limits.ts';
import { networkOf, readNpmSettings } from './npm-settings.ts';
import { nameOf } from './package-name.ts';
import type { Fetched, Found, Resolved, Source, SourceContext } from './source.ts';
import { parseSpec } from './spec.ts';
import { showUrl, unreachable } from './unreachable.ts';

/** A tarball at an address. No credentials are ever sent; its integrity is what came the first time. */
export const httpsSource: Source = { prefix: 'https', resolve: resolveHttps, fetch: fetchHttps };

async function resolveHttps(spec: string): Promise<Found> {
  const parsed = parseSpec(spec);
  if (parsed.prefix !== 'https') throw new Error(`not https: ${parsed.prefix}`);
  const unknown = { version: null, integrity: null, commit: null, publishedAt: null, publisher: null };
  return { spec, resolved: parsed.url, ...unknown, notices: [] };
}

async function fetchHttps(resolved: Resolved, stage: string, context: SourceContext): Promise<Fetched> {
  const spec = parseSpec(resolved.resolved);
  if (spec.prefix !== 'https') throw new Error(`not https: ${spec.prefix}`);
  const settings = readNpmSettings(context);
  const { status, body } = await download({
    url: spec.url,
    network: networkOf(settings, context.environment),
    headers: {},
    maxBytes: MAX_DOWNLOAD_BYTES,
    timeoutMs: context.timeoutMs,
    signal: context.signal,
    follows: 'elsewhere',
    onProgress: context.onProgress,
  });
  if (status !== 200)
    throw unreachable(spec.url, `it answered ${status}`, 'Look whether the address is right.');
  if (resolved.integrity !== null) holdToIntegrity(body, resolved.integrity, showUrl(spec.url));
  const dir = join(stage, 'package');
  unpack(body, dir);
  return {
    ...resolved,
    integrity: integrityOf(body),
    ...nameOf(dir, basename(new URL(spec.url).pathname), stage),
    dir,
  };
}
