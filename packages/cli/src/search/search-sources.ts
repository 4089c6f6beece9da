import { dirname } from 'node:path';
import type { JsonObject, JsonValue } from '@hookmd/core/events';
import { configPath, type Inventory } from '@hookmd/core/registry';
import { cleanLine, quoteWord } from '@hookmd/core/text';
import { admitSpec, callSource, fetchPackage, resolveSpec } from '../install/fetch-package.ts';
import { type ListedPlugin, listMarketplace } from '../install/sources/marketplace.ts';
import { isNpmName } from '../install/sources/spec.ts';
import type { Session } from '../install/staging.ts';
import { KEYWORDS } from './keywords.ts';
import { describeFound, type PackageContent, readContent } from './read-hooks.ts';
import { parseMarketplace, type UserSource } from './user-sources.ts';

/** A package that a source lists; every text is safe for a terminal. */
export interface Candidate {
  readonly name: string;
  readonly version: string | null;
  readonly description: string;
  /** For `hooks install`; null = it comes with HookMD. */
  readonly spec: string | null;
  /** The command that brings it in, as printed. */
  readonly command: string;
  /** What words are compared with; null = the registry has done so. */
  readonly texts: readonly string[] | null;
  /** Reads its hooks; null = only installing it shows them. */
  readonly open: (() => Promise<PackageContent>) | null;
}

/** The bundled hooks, npm, or a marketplace. */
export interface SearchSource {
  /** `bundled`, `npm`, or the name of a marketplace. */
  readonly name: string;
  /** Of a marketplace. */
  readonly spec: string | null;
  /** How many packages are opened at most, and at the same time. */
  readonly limits: { readonly most: number; readonly atOnce: number };
  list(): Promise<readonly Candidate[]>;
}

const MOST_OPENED = 10;

export function bundledSource(seen: Inventory): SearchSource {
  const hooks = seen.statuses.filter(({ record }) => record.root.source === 'bundled');
  return {
    name: 'bundled',
    spec: null,
    limits: { most: hooks.length, atOnce: hooks.length },
    list: async () =>
      hooks.map((status) => {
        const { name, manifest, partial } = status.record;
        const description = shortLine(partial.description ?? '');
        const version = manifest?.version ?? null;
        return {
          name,
          version,
          description,
          spec: null,
          command: `hooks enable ${quoteWord(name)}`,
          texts: [name, description, ...partial.events],
          open: async () => ({ version, hooks: [await describeFound(seen, status)], warnings: [] }),
        };
      }),
  };
}

const MOST_RELEASES = 100;

export function npmSearchSource(session: Session, words: readonly string[]): SearchSource {
  const text = words.join(' ');
  return {
    name: 'npm',
    spec: null,
    limits: { most: MOST_OPENED, atOnce: 4 },
    list: async () => {
      const { searchReleases } = await import('../install/sources/npm-program.ts');
      const search = (query: string): Promise<readonly JsonObject[]> =>
        callSource(session, 'npm', session.context.cwd, (source) =>
          searchReleases(query, MOST_RELEASES, source),
        );
      // A comma means "or".
      const marked = await search(`keywords:${KEYWORDS.join(',')} ${text}`.trim());
      // Some registries take `keywords:` for a part of a name, and find nothing.
      const releases = marked.length > 0 ? marked : await search(text || KEYWORDS[0]);
      return releases.filter(isOfHooks).map((release) => toCandidate(session, release));
    },
  };
}

function isOfHooks({ name, keywords }: JsonObject): boolean {
  const isMarked = KEYWORDS.some((keyword) => textsOf(keywords).includes(keyword));
  return typeof name === 'string' && isNpmName(name) && (keywords === undefined || isMarked);
}

function toCandidate(session: Session, { name, version, description }: JsonObject): Candidate {
  const spec = `npm:${name}`;
  return {
    ...installed(spec),
    name: String(name),
    version: shortLine(version) || null,
    description: shortLine(description),
    texts: null,
    open: async () => readContent(session, await fetchPackage(session, await resolveSpec(session, spec))),
  };
}

export function marketSource(session: Session, { name, spec: text }: UserSource): SearchSource {
  const { context, seen } = session;
  return {
    name,
    spec: text,
    // All of them are read from one repository.
    limits: { most: MOST_OPENED, atOnce: 1 },
    list: async () => {
      // A path that the user wrote by hand is relative to the file that has it, never to a project.
      const cwd = dirname(configPath(seen.places, 'user'));
      const { spec, parsed } = parseMarketplace(text, cwd, seen.places.home);
      admitSpec(seen, spec, cwd);
      const market = await callSource(session, spec, context.cwd, (source) =>
        listMarketplace(parsed, source),
      );
      return market.plugins
        .filter(({ hasHooks }) => hasHooks !== false)
        .map((plugin) =>
          toPlugin(session, plugin, `${spec}${/^file:|^[^#]*$/.test(spec) ? '#' : '&'}plugin:${plugin.name}`),
        );
    },
  };
}

function toPlugin(session: Session, plugin: ListedPlugin, spec: string): Candidate {
  const { name, description, entry, commit, isOwn, spec: resolved } = plugin;
  const { keywords, tags, category } = entry;
  const unknown = { version: null, integrity: null, publishedAt: null, publisher: null };
  const found = { ...unknown, spec, resolved, commit };
  return {
    ...installed(spec),
    name,
    version: shortLine(entry['version']) || null,
    description,
    texts: [name, description, ...[keywords, tags, category].flatMap(textsOf)],
    open: isOwn ? async () => readContent(session, await fetchPackage(session, found)) : null,
  };
}

function installed(spec: string): Pick<Candidate, 'spec' | 'command'> {
  return { spec, command: `hooks install ${quoteWord(spec)}` };
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return [value ?? []].flat().filter((item) => typeof item === 'string');
}

function shortLine(value: JsonValue | undefined): string {
  return typeof value === 'string' ? cleanLine(value.slice(0, 200)) : '';
}
