import type { Issue } from '../errors/issue.ts';
import { isJsonObject, type JsonObject } from '../events/json.ts';
import { checkMatcherPattern } from './conditions.ts';
import { type FrontMatterReading, readFrontMatter } from './front-matter.ts';
import { createIssueList, describeFound, type IssueList, type Locate } from './issue-list.ts';
import type { Manifest } from './manifest.ts';
import { type ManifestPlace, type PartialManifest, readManifest } from './read-manifest.ts';
import { MAX_YAML_DEPTH } from './yaml.ts';

const MAX_MANIFEST_BYTES = 65_536;

export interface ManifestReading {
  /** Null when an issue is an error. */
  readonly manifest: Manifest | null;
  /** All of them at once, in the order of their lines. */
  readonly issues: readonly Issue[];
  readonly partial: PartialManifest;
}

/**
 * Parses a HOOK.md. Pure: reads no file and runs nothing.
 *
 * Does not compile the pattern of a `matcher`: `checkManifest` does.
 */
export function parseManifest(bytes: Buffer, location: ManifestPlace): ManifestReading {
  return finish(draft(bytes, location));
}

/** The same, and compiles the pattern of `matcher`: for callers that show or accept a manifest. */
export async function checkManifest(bytes: Buffer, location: ManifestPlace): Promise<ManifestReading> {
  const drafted = draft(bytes, location);
  const problem = await checkMatcherPattern(drafted.manifest?.matcher ?? null);
  if (problem !== null) drafted.issues.add('MANIFEST_MATCHER', problem, ['matcher']);
  return finish(drafted);
}

interface Draft {
  readonly manifest: Manifest | null;
  readonly partial: PartialManifest;
  readonly issues: IssueList;
}

function finish({ manifest, partial, issues }: Draft): ManifestReading {
  return { manifest: issues.hasErrors() ? null : manifest, issues: issues.sorted(), partial };
}

function draft(bytes: Buffer, location: ManifestPlace): Draft {
  const unread = createIssueList(location.path, null);
  const text = decode(bytes, unread);
  const opened = text === null ? null : openFrontMatter(readFrontMatter(text), unread);
  if (opened === null) {
    return {
      manifest: null,
      partial: { name: location.directoryName, description: '', events: [] },
      issues: unread,
    };
  }
  const issues = createIssueList(location.path, opened.locate);
  const { manifest, partial } = readManifest(opened.front, location, issues);
  return { manifest: manifest === null ? null : { ...manifest, body: opened.body }, partial, issues };
}

function decode(bytes: Buffer, issues: IssueList): string | null {
  if (bytes.length > MAX_MANIFEST_BYTES) {
    issues.add('MANIFEST_TOO_LARGE', { size: bytes.length, limit: MAX_MANIFEST_BYTES });
    return null;
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below, with the same message as for NUL.
  }
  issues.add('MANIFEST_NOT_TEXT', {});
  return null;
}

interface OpenedFront {
  readonly front: JsonObject;
  readonly locate: Locate;
  readonly body: string;
}

function openFrontMatter(reading: FrontMatterReading, issues: IssueList): OpenedFront | null {
  if ('fence' in reading) {
    if (reading.fence === 'unclosed') issues.add('MANIFEST_UNCLOSED', {}, reading.at);
    else issues.add('MANIFEST_NO_FRONT_MATTER', { found: reading.found }, { line: 1, column: 1 });
    return null;
  }
  const { yaml, body } = reading;
  if ('problems' in yaml) {
    for (const problem of yaml.problems) {
      if (problem.kind === 'depth') issues.add('MANIFEST_TOO_DEEP', { limit: MAX_YAML_DEPTH }, problem);
      else issues.add('MANIFEST_YAML', { detail: problem.message.replace(/\.$/, '') }, problem);
    }
    return null;
  }
  // Nothing but comments between the fences.
  const front = yaml.value ?? {};
  if (isJsonObject(front)) return { front, locate: yaml.locate, body };
  issues.add(
    'MANIFEST_YAML',
    { detail: `it is ${describeFound(front)}, not a mapping of keys` },
    { line: 2, column: 1 },
  );
  return null;
}
