import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import pickManifest from 'npm-pick-manifest';
import { PackageRejected } from '../package-problem.ts';
import type { NpmSpec } from './npm-spec.ts';
import { noVersion } from './registry.ts';
import type { SourceContext } from './source.ts';

/** One version of a package, as the registry describes it: text of others. */
export interface Chosen {
  readonly version: string;
  readonly tarball: string;
  readonly integrity: string;
  /** ISO. */
  readonly publishedAt: string | null;
  readonly publisher: string | null;
  /** What its author says of it, where it should not be used any more. */
  readonly deprecated: string | null;
}

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/**
 * The version that npm would choose, of those that are old enough. Throws VERSION_NOT_FOUND, and RELEASE_TOO_NEW where
 * only younger ones fit or one has no date.
 */
export function pickVersion(
  document: JsonObject,
  { name, wanted }: NpmSpec,
  { now, minReleaseAgeMs }: Pick<SourceContext, 'now' | 'minReleaseAgeMs'>,
): Chosen {
  const youngest = pick(document, wanted, null);
  if (youngest === null) throw noVersion(name, wanted);
  if (minReleaseAgeMs <= 0) return describe(document, youngest);
  const chosen = pick(document, wanted, new Date(now - minReleaseAgeMs));
  // The library takes one without a date for old.
  const described = chosen === null ? null : describe(document, chosen);
  if (described !== null && described.publishedAt !== null) return described;
  const { version, publishedAt } = described ?? describe(document, youngest);
  const detail =
    publishedAt === null ? `has no date in the registry` : `was published on ${publishedAt.slice(0, 10)}`;
  throw new PackageRejected({
    code: 'RELEASE_TOO_NEW',
    parameters: { spec: `npm:${name}@${version}`, detail, age: describeAge(minReleaseAgeMs) },
  });
}

function describeAge(ms: number): string {
  return ms >= 2 * DAY_MS ? `${Math.round(ms / DAY_MS)} days` : `${Math.ceil(ms / HOUR_MS)} h`;
}

function pick(document: JsonObject, wanted: string, before: Date | null): JsonObject | null {
  try {
    const manifest: unknown = pickManifest(document, wanted, { before });
    return isJsonObject(manifest) ? manifest : null;
  } catch {
    return null;
  }
}

function describe({ time }: JsonObject, manifest: JsonObject): Chosen {
  const version = textOf(manifest.version) ?? '';
  const dist = isJsonObject(manifest.dist) ? manifest.dist : {};
  const date = new Date((isJsonObject(time) ? textOf(time[version]) : null) ?? Number.NaN);
  const publisher =
    nameOf(manifest._npmUser) ?? nameOf(Array.isArray(manifest.maintainers) ? manifest.maintainers[0] : null);
  return {
    version: cleanLine(version),
    tarball: textOf(dist.tarball) ?? '',
    integrity: textOf(dist.integrity) ?? '',
    publishedAt: Number.isNaN(date.getTime()) ? null : date.toISOString(),
    publisher: publisher === null ? null : cleanLine(publisher).slice(0, 100),
    deprecated: textOf(manifest.deprecated) || null,
  };
}

function nameOf(person: JsonValue | undefined): string | null {
  if (typeof person === 'string') return person;
  return isJsonObject(person) ? textOf(person.name) : null;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
