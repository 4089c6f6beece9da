import { gunzipSync } from 'node:zlib';
import { isJsonObject, type JsonObject, parseJson } from '@hookmd/core/internal/protocol/json';
import { PackageRejected } from '../package-problem.ts';
import { download } from './download.ts';
import { authorizationFor } from './npm-auth.ts';
import { type NpmSettings, networkOf } from './npm-settings.ts';
import type { NpmSpec } from './npm-spec.ts';
import type { SourceContext } from './source.ts';
import { unreachable } from './unreachable.ts';
import { parseWebAddress } from './web-address.ts';

/** Of a package with thousands of versions. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
const DEFAULT_REGISTRY = 'https://registry.npmjs.org/';
const PUBLIC_HOST = 'registry.npmjs.org';

/** The registry that npm would ask for a package, with a `/` at its end. Throws REGISTRY_SETTINGS. */
export function registryOf(name: string, settings: NpmSettings): URL {
  const scope = name.startsWith('@') ? name.split('/')[0] : undefined;
  const ofScope = scope === undefined ? null : settings.get(`${scope}:registry`);
  const written = ofScope ?? settings.get('registry') ?? DEFAULT_REGISTRY;
  const parsed = parseWebAddress(written);
  if ('wrong' in parsed) {
    const key = ofScope === null ? 'registry' : `${scope}:registry`;
    throw new PackageRejected({ code: 'REGISTRY_SETTINGS', parameters: { detail: parsed.wrong, key } });
  }
  return new URL(parsed.url.endsWith('/') ? parsed.url : `${parsed.url}/`);
}

/** All that a registry says of a package. Throws VERSION_NOT_FOUND, SOURCE_UNREACHABLE, REGISTRY_ANSWER. */
export async function readDocument(
  { name }: NpmSpec,
  registry: URL,
  settings: NpmSettings,
  context: SourceContext,
): Promise<JsonObject> {
  const url = new URL(name.replace('/', '%2f'), registry);
  const { status, body } = await download({
    url: url.href,
    network: networkOf(settings, context.environment),
    // The short form has no times.
    headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...authorizationFor(url, settings) },
    maxBytes: MAX_DOCUMENT_BYTES,
    timeoutMs: context.timeoutMs,
    signal: context.signal,
    follows: 'same-origin',
  });
  if (status === 404) throw noPackage(name, registry);
  holdToStatus(status, url, registry);
  const value = parseJson(unzip(body).toString('utf8'));
  if (!isJsonObject(value)) throw refuseAnswer(name, 'it is no JSON object', registry.host);
  if (value.name !== name) throw refuseAnswer(name, 'it is of another package', registry.host);
  return value;
}

/** The address of a tarball: of the registry itself, or it is refused. */
export function tarballAddress(written: string, spec: string, registry: URL): URL {
  const parsed = parseWebAddress(written);
  if ('wrong' in parsed)
    throw refuseAnswer(spec, `its tarball cannot be asked for: ${parsed.wrong}`, registry.host);
  const url = new URL(parsed.url);
  // As npm does: a mirror passes on what the public registry says of itself.
  if (url.host === PUBLIC_HOST && registry.host !== PUBLIC_HOST)
    return new URL(`${registry.pathname}${url.pathname.slice(1)}`, registry);
  if (url.origin !== registry.origin)
    throw refuseAnswer(
      spec,
      `its tarball is at ${url.origin}, not at the registry ${registry.origin}`,
      registry.host,
    );
  return url;
}

export function holdToStatus(status: number, url: URL, registry: URL): void {
  if (status === 200) return;
  const isForbidden = status === 401 || status === 403;
  throw unreachable(
    url.href,
    `it answered ${status}`,
    isForbidden ? `Log in with \`npm login --registry ${registry.href}\`.` : 'Try again later.',
  );
}

/** A registry says the same of what is not there and of what it hides. */
function noPackage(name: string, registry: URL): PackageRejected {
  const fix = `Compare the name with what its author says; for a private package run \`npm login --registry ${registry.href}\` first.`;
  const parameters = { spec: `npm:${name}`, detail: `: ${registry.host} knows no package of that name`, fix };
  return new PackageRejected({ code: 'VERSION_NOT_FOUND', parameters });
}

/** The package is there, and no version or tag is like that. */
export function noVersion(name: string, wanted: string): PackageRejected {
  const fix = `Choose one of \`npm view ${name} versions dist-tags\`.`;
  return new PackageRejected({
    code: 'VERSION_NOT_FOUND',
    parameters: { spec: `npm:${name}@${wanted}`, detail: '', fix },
  });
}

export function refuseAnswer(spec: string, detail: string, registry: string): PackageRejected {
  return new PackageRejected({ code: 'REGISTRY_ANSWER', parameters: { spec, detail, registry } });
}

function unzip(body: Buffer): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MAX_DOCUMENT_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
}
