import { type Issue, isOneEditApart, issue } from '@hookmd/core/errors';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { isVersion, isVersionRange } from '@hookmd/core/manifest';
import { cleanLine } from '@hookmd/core/text';
import pickManifest from 'npm-pick-manifest';
import { PackageRejected } from '../archive/package-problem.ts';
import { strongIntegrity } from '../archive/unpack.ts';
import { downloadRelease, NpmFailure, readNpmSettings, registryOf, viewPackage } from './npm-program.ts';
import {
  type Content,
  type Facts,
  type Fetched,
  type Resolved,
  type Source,
  type SourceContext,
  unreachable,
} from './source.ts';
import type { NpmSpec } from './spec.ts';
import { parseWebAddress } from './web-address.ts';

/** A release of the registry that the user's npm is configured for. No script of it runs, and none of its dependencies is fetched. */
export const npmSource: Source = { resolve: resolveNpm, fetch: fetchNpm };

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const PUBLIC_HOST = 'registry.npmjs.org';
const VERSION_FIELDS = ['name', 'version', 'dist', 'deprecated', 'engines', '_npmUser', 'maintainers'];

/** One release, as the registry describes it: text of others. */
interface Release {
  readonly version: string;
  readonly tarball: string;
  readonly integrity: string;
  /** ISO. */
  readonly publishedAt: string | null;
  readonly publisher: string | null;
  /** The author's reason not to use it any more. */
  readonly deprecated: string | null;
}

async function resolveNpm(spec: NpmSpec, context: SourceContext): Promise<Facts> {
  const { name } = spec;
  const registry = await registryFor(name, context);
  const release = await chooseRelease(spec, registry, context);
  const exact = `npm:${name}@${release.version}`;
  const integrity = strongIntegrity(release.integrity);
  if (integrity === null) throw badOutput(exact, 'it has no SHA-512 of the tarball', registry.host);
  const { href } = tarballUrl(release.tarball, exact, registry);
  const { version, publishedAt, publisher } = release;
  const notices = findNotices(name, release, context.knownNames);
  return { resolved: href, version, integrity, publishedAt, publisher, notices };
}

async function fetchNpm({ name }: NpmSpec, resolved: Resolved, context: SourceContext): Promise<Content> {
  const exact = `npm:${name}@${resolved.version ?? ''}`;
  const registry = await registryFor(name, context);
  if (strongIntegrity(resolved.integrity ?? '') === null)
    throw badOutput(exact, 'no SHA-512 of the tarball is known', registry.host);
  const found = await downloadRelease(exact.slice('npm:'.length), context).catch((error: unknown) => {
    throw toRejection(error, exact, registry);
  });
  const check = (inside: Pick<Fetched, 'name' | 'version'>): void => {
    if (inside.name === name && [null, inside.version].includes(resolved.version)) return;
    const detail = `it is ${inside.name}@${inside.version ?? '?'} by its package.json`;
    throw badOutput(exact, detail, registry.host);
  };
  return { found, subject: `The tarball of ${exact}`, cameFrom: name, check };
}

/** The URL of a tarball: of the registry itself, or it is rejected. */
function tarballUrl(text: string, spec: string, registry: URL): URL {
  const parsed = parseWebAddress(text);
  if ('wrong' in parsed)
    throw badOutput(spec, `its tarball cannot be requested: ${parsed.wrong}`, registry.host);
  const url = new URL(parsed.url);
  // As npm does: a mirror forwards the public registry's own URLs.
  if (url.host === PUBLIC_HOST && registry.host !== PUBLIC_HOST)
    return new URL(`${registry.pathname}${url.pathname.slice(1)}`, registry);
  if (url.origin === registry.origin) return url;
  const detail = `its tarball is at ${url.origin}, not at the registry ${registry.origin}`;
  throw badOutput(spec, detail, registry.host);
}

async function registryFor(name: string, context: SourceContext): Promise<URL> {
  const settings = await readNpmSettings(context).catch((error: unknown) => {
    throw error instanceof NpmFailure ? unreachable('npm', error.message) : error;
  });
  return registryOf(name, settings);
}

/**
 * The release that npm would choose, of those that are old enough. Throws VERSION_NOT_FOUND, and RELEASE_TOO_NEW if only
 * younger ones match or one has no date.
 */
async function chooseRelease(
  { name, wanted }: NpmSpec,
  registry: URL,
  context: SourceContext,
): Promise<Release> {
  const { now, minReleaseAgeMs } = context;
  const view = (spec: string, fields: readonly string[]): Promise<readonly JsonObject[]> =>
    viewPackage(spec, fields, context).catch((error: unknown) => {
      throw toRejection(error, `npm:${spec}`, registry);
    });
  const isRange = !isVersion(wanted) && isVersionRange(wanted);
  const [about = {}] = await view(isRange ? name : `${name}@${wanted}`, [
    ...VERSION_FIELDS,
    'dist-tags',
    'time',
  ]);
  if (about.name !== name) throw badOutput(name, 'it is of another package', registry.host);
  const { time = {}, 'dist-tags': tags = {} } = about;
  const newestVersion = textOf(about.version) ?? '';
  // npm prints the times of all versions with each: a range needs no second request.
  const matching = isRange ? await view(`${name}@${wanted}`, VERSION_FIELDS) : [about];
  // If the release of a tag is too new, npm takes the newest older one.
  const isTag = !isRange && !isVersion(wanted);
  const age = isJsonObject(time) ? now - Date.parse(textOf(time[newestVersion]) ?? '') : Number.NaN;
  const older =
    isTag && age < minReleaseAgeMs ? await view(`${name}@<=${newestVersion}`, VERSION_FIELDS) : [];
  const versions = Object.fromEntries(
    [...matching, ...older].map((jsonObject) => [textOf(jsonObject.version) ?? '', jsonObject]),
  );
  const packument = { name, time, 'dist-tags': tags, versions };
  const pick = (before: Date | null): Release | null => pickRelease(packument, wanted, before);
  const newest = pick(null);
  if (newest === null) throw noVersion(name, wanted);
  if (minReleaseAgeMs <= 0) return newest;
  const chosen = pick(new Date(now - minReleaseAgeMs));
  // npm takes a release without a date for an old one.
  if (chosen !== null && chosen.publishedAt !== null) return chosen;
  const { version, publishedAt } = chosen ?? newest;
  const detail =
    publishedAt === null ? 'has no date in the registry' : `was published on ${publishedAt.slice(0, 10)}`;
  const parameters = { spec: `npm:${name}@${version}`, detail, age: describeAge(minReleaseAgeMs) };
  throw new PackageRejected({ code: 'RELEASE_TOO_NEW', parameters });
}

function pickRelease(packument: JsonObject, wanted: string, before: Date | null): Release | null {
  try {
    const manifest: unknown = pickManifest(packument, wanted, { before });
    return isJsonObject(manifest) ? toRelease(packument, manifest) : null;
  } catch {
    return null;
  }
}

function toRelease({ time }: JsonObject, manifest: JsonObject): Release {
  const version = textOf(manifest.version) ?? '';
  const dist = isJsonObject(manifest.dist) ? manifest.dist : {};
  const date = new Date((isJsonObject(time) ? textOf(time[version]) : null) ?? Number.NaN);
  const [maintainer] = [manifest.maintainers ?? []].flat();
  const publisher = userName(manifest._npmUser) ?? userName(maintainer);
  return {
    version: cleanLine(version),
    tarball: textOf(dist.tarball) ?? '',
    integrity: textOf(dist.integrity) ?? '',
    publishedAt: Number.isNaN(date.getTime()) ? null : date.toISOString(),
    publisher: publisher === null ? null : cleanLine(publisher).slice(0, 100),
    deprecated: textOf(manifest.deprecated) || null,
  };
}

/** npm prints an author as `NAME <EMAIL>`. */
function userName(user: JsonValue | undefined): string | null {
  if (isJsonObject(user)) return textOf(user.name);
  return textOf(user)?.replace(/ *<[^>]*>.*$/, '') ?? null;
}

function describeAge(ms: number): string {
  return ms >= 2 * DAY_MS ? `${Math.round(ms / DAY_MS)} days` : `${Math.ceil(ms / HOUR_MS)} h`;
}

/** What the user should read about a release before they agree. */
function findNotices(name: string, release: Release, knownNames: readonly string[]): readonly Issue[] {
  const notices: Issue[] = [];
  if (release.deprecated !== null) {
    const detail = cleanLine(release.deprecated.slice(0, 300));
    notices.push(issue('RELEASE_DEPRECATED', { spec: `npm:${name}@${release.version}`, detail }));
  }
  const known = findSimilarName(name, knownNames);
  if (known !== null) notices.push(issue('NAME_CONFUSING', { name, known }));
  return notices;
}

/** A name that differs by one character, by two that changed places, or only by its `-`, `_` and `.`; also without its scope. */
export function findSimilarName(name: string, knownNames: readonly string[]): string | null {
  if (knownNames.includes(name)) return null;
  const last = (value: string): string => value.split('/').at(-1) ?? value;
  const isNear = (a: string, b: string): boolean =>
    a !== b && (isOneEditApart(a, b) || a.replace(/[-_.]/g, '') === b.replace(/[-_.]/g, ''));
  return knownNames.find((known) => isNear(name, known) || isNear(last(name), last(known))) ?? null;
}

/** An error of npm as one of HookMD's; every other error as it is. */
function toRejection(error: unknown, spec: string, registry: URL): unknown {
  if (!(error instanceof NpmFailure)) return error;
  const { code, message } = error;
  const [, name = '', wanted] = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(spec) ?? [];
  if (['E404', 'ETARGET', 'ENOVERSIONS'].includes(code))
    return code === 'E404' && !message.startsWith('No match')
      ? noPackage(name, registry)
      : noVersion(name, wanted ?? 'latest');
  if (code === 'EINTEGRITY') {
    const [, expected = 'its SHA-512', found = 'different content'] =
      /wanted (\S+) but got (\S+)/.exec(message) ?? [];
    const parameters = { source: `The tarball of ${spec}`, expected, found: found.replace(/\.$/, '') };
    return new PackageRejected({ code: 'INTEGRITY_MISMATCH', parameters });
  }
  if (['E401', 'E403', 'ENEEDAUTH'].includes(code))
    return unreachable(registry.href, message, `Log in with \`npm login --registry ${registry.href}\`.`);
  return unreachable(registry.href, message, `Run \`npm view ${name}\` to see whether npm can reach it.`);
}

/** A registry reports a missing package and a hidden one alike. */
function noPackage(name: string, registry: URL): PackageRejected {
  const fix = `Check the name with its author. For a private package, run \`npm login --registry ${registry.href}\` first.`;
  const parameters = { spec: `npm:${name}`, detail: `: ${registry.host} knows no package of that name`, fix };
  return new PackageRejected({ code: 'VERSION_NOT_FOUND', parameters });
}

function noVersion(name: string, wanted: string): PackageRejected {
  const fix = `Choose one of \`npm view ${name} versions dist-tags\`.`;
  const parameters = { spec: `npm:${name}@${wanted}`, detail: '', fix };
  return new PackageRejected({ code: 'VERSION_NOT_FOUND', parameters });
}

function badOutput(spec: string, detail: string, registry: string): PackageRejected {
  return new PackageRejected({ code: 'REGISTRY_RESPONSE', parameters: { spec, detail, registry } });
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
