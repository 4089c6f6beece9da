import { type Issue, isHookError } from '@hookmd/core/errors';
import { cleanLine } from '@hookmd/core/text';
import type { Session } from '../install/staging.ts';
import { inBatches } from '../programs/in-batches.ts';
import { withSpinner } from '../ui/spinner.ts';
import type { PackageContent } from './read-hooks.ts';
import {
  bundledSource,
  type Candidate,
  marketSource,
  npmSearchSource,
  type SearchSource,
} from './search-sources.ts';
import { readSources } from './user-sources.ts';

/** A package that matches, as `search --json` prints it. */
export interface FoundPackage extends Omit<Candidate, 'texts' | 'open'> {
  /** The name of its source. */
  readonly source: string;
  /** Null = they were not read. */
  readonly hooks: PackageContent['hooks'] | null;
  readonly warnings: readonly string[];
  /** Why its hooks were not read; null = they were, or only installing it shows them. */
  readonly problem: string | null;
}

/** A source after the search, as `search --json` prints it. */
export interface SearchedSource extends Pick<SearchSource, 'name' | 'spec'> {
  /** How many packages match, shown or not. */
  readonly matches: number;
  /** Why it could not be searched. */
  readonly problem: string | null;
}

export interface SearchResult {
  readonly sources: readonly SearchedSource[];
  readonly packages: readonly FoundPackage[];
  /** Of every package that was listed, matching or not. */
  readonly names: readonly string[];
}

const SOURCES_AT_ONCE = 4;
/** For one call of git or npm. */
const CALL_TIMEOUT_MS = 15_000;
/** After this time no further package is opened. */
const OPEN_FOR_MS = 30_000;

/**
 * Searches the bundled hooks, npm and the user's marketplaces, and reads the first packages of each. Executes nothing of
 * them. A source or package that cannot be read has a problem. Throws INSTALL_INTERRUPTED.
 */
export async function searchPackages(given: Session, words: readonly string[]): Promise<SearchResult> {
  const session = { ...given, timeoutMs: CALL_TIMEOUT_MS };
  const { places } = session.seen;
  const sources = [
    bundledSource(session.seen),
    npmSearchSource(session, words),
    ...(await readSources(places)).map((source) => marketSource(session, source)),
  ];
  const endsAt = Date.now() + OPEN_FOR_MS;
  const found = await withSpinner(session.context, 'searching', () =>
    inBatches(sources, SOURCES_AT_ONCE, (source) => searchSource(source, words, endsAt)),
  );
  return {
    sources: found.map(({ packages: _, names: __, ...source }) => source),
    packages: found.flatMap(({ packages }) => packages),
    names: found.flatMap(({ names }) => names),
  };
}

async function searchSource(
  { name, spec, limits, list }: SearchSource,
  words: readonly string[],
  endsAt: number,
): Promise<SearchedSource & Pick<SearchResult, 'packages' | 'names'>> {
  const listed = await attempt(list);
  if ('problem' in listed) return { name, spec, matches: 0, ...listed, packages: [], names: [] };
  const matching = listed.value.filter(({ texts }) => texts === null || hasWords(texts, words));
  const opened = await inBatches(matching.slice(0, limits.most), limits.atOnce, (candidate) =>
    openCandidate(name, candidate, endsAt),
  );
  const names = listed.value.map((candidate) => candidate.name);
  const packages = opened.toSorted((a, b) => Number(a.problem !== null) - Number(b.problem !== null));
  return { name, spec, matches: matching.length, problem: null, packages, names };
}

/** Every word is part of one of the texts. */
function hasWords(texts: readonly string[], words: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase();
  return words.every((word) => all.includes(word.toLowerCase()));
}

async function openCandidate(source: string, candidate: Candidate, endsAt: number): Promise<FoundPackage> {
  const { open, texts: _, ...facts } = candidate;
  const unread = { ...facts, source, hooks: null, warnings: [], problem: null };
  if (open === null) return unread;
  if (Date.now() > endsAt) return { ...unread, problem: 'The search took too long to read it.' };
  const content = await attempt(open);
  if ('problem' in content) return { ...unread, ...content };
  return { ...unread, ...content.value, version: content.value.version ?? facts.version };
}

/** What cannot be fetched or read must not end the search. */
async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly problem: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!isHookError(error) || error.code === 'INSTALL_INTERRUPTED') throw error;
    const { issues = [] }: { readonly issues?: readonly Issue[] } = error as object;
    const { message } = issues.find(({ severity }) => severity === 'error') ?? error;
    return { problem: cleanLine(message.replace(/ Nothing was \w+\.$/, '')) };
  }
}
