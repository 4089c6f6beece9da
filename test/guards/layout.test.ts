import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const core = join(root, 'packages/core/src');

/** From the bottom to the top: a folder may import from those before it, never from those after it. */
const layers: readonly (readonly string[])[] = [
  ['errors', 'version.ts'],
  ['events'],
  ['command'],
  ['launch'],
  ['process'],
  ['schema', 'matching', 'executors', 'state'],
  ['protocols'],
  ['yaml'],
  ['manifest'],
  ['contracts'],
  ['config'],
  ['discovery', 'eligibility', 'policy', 'trust'],
  ['registry'],
  ['sessions'],
  ['dispatch', 'event-log'],
  ['background'],
  ['runtime'],
  ['exports', 'index.ts'],
];
const layerOf = (location: string): number => layers.findIndex((layer) => layer.includes(location));

/** What each package may import, by name. Source: architecture.md §2. */
const mayImport: Readonly<Record<string, readonly RegExp[]>> = {
  core: [
    /^(gray-matter|yaml|zod|which|re2js|js-tokens|@hookmd\/shell(\/quote-word)?)$/,
    /^(semver\/|undici$)/,
  ],
  library: [/^@hookmd\/core/, /^@opentelemetry\/api$/],
  shell: [/^unbash$/],
  'hook-sdk': [/^@hookmd\/core\/events$/, /^esbuild$/],
  agents: [/^@hookmd\/core/],
  models: [/^@hookmd\/core/, /^@ai-sdk\//],
  conformance: [/^@hookmd\/(core|library)/],
  // Of the AI SDK types alone: it is loaded by the agent, in whichever version that has.
  'ai-sdk': [/^@hookmd\/(core|library)/, /^ai$/],
  // Of `langchain` itself types alone.
  langchain: [/^@hookmd\/(core|library)/, /^langchain$/, /^@langchain\/core\/(messages|utils\/json_schema)$/],
  ui: [/^@hookmd\/core\/(events|event-log|text)$/, /^preact/],
  fleet: [/^@hookmd\/core\//, /^@nats-io\/(jetstream|kv|transport-node)$/, /^(tuf-js|@tufjs\/models)$/],
  cli: [
    /^@hookmd\/(core|agents|models|sdk\/build$|ui\/)/,
    /^(cac|kleur|diff|execa|@clack\/prompts|jsonc-parser|npm-pick-manifest|tar)$/,
  ],
};

/** One importing file for each library, so that it can be replaced in an afternoon. */
const oneImporter = [
  'gray-matter',
  'yaml',
  'zod',
  'which',
  're2js',
  'js-tokens',
  'unbash',
  'undici',
  'jsonc-parser',
  'npm-pick-manifest',
  'tar',
  'cac',
  'kleur',
  'diff',
  'execa',
  '@clack/prompts',
  '@ai-sdk/anthropic',
  '@ai-sdk/google',
  '@ai-sdk/openai-compatible',
  'esbuild',
  '@opentelemetry/api',
  'tuf-js',
  '@tufjs/models',
  '@nats-io/transport-node',
  '@nats-io/jetstream',
  '@nats-io/kv',
  'node:child_process',
];

/** Runs in the process of a plugin, which has nothing of core. */
const PLUGIN_SHELL = 'packages/hook-sdk/src/serve/opencode/shell.ts';

interface Import {
  readonly file: string;
  readonly target: string;
}

function sourcesOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|test-d|fixture|d)\.ts$/.test(file))
    .map((file) => join(directory, file));
}

function packageSources(): readonly string[] {
  const directories = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'src'));
  return directories.filter((directory) => existsSync(directory)).flatMap(sourcesOf);
}

function importsOf(file: string): readonly Import[] {
  // Types of Node's modules cost nothing and start nothing.
  const text = readFileSync(file, 'utf8').replace(/^import type .* from 'node:[^']+';$/gm, '');
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|getBuiltinModule\(\s*)'([^']+)'/g);
  return [...found].map((match) => ({ file, target: match[1] ?? '' }));
}

/** The files that each file of the packages imports by a path; types and lazy imports count as all others. */
function importGraph(): ReadonlyMap<string, readonly string[]> {
  const within = (file: string): readonly string[] =>
    importsOf(file)
      .filter(({ target }) => target.startsWith('.'))
      .map(({ target }) => relative(root, normalize(join(file, '..', target))));
  return new Map(packageSources().map((file) => [relative(root, file), within(file)]));
}

function reachableFrom(start: string, graph: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...(graph.get(file) ?? []));
  }
  return reached;
}

/** Each group of files that all lead to each other, in the order of their names. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const files = [...graph.keys()].sort();
  const reached = new Map(files.map((file) => [file, reachableFrom(file, graph)]));
  const circleOf = (file: string): readonly string[] =>
    files.filter((name) => reached.get(file)?.has(name) && reached.get(name)?.has(file));
  return files
    .map((file) => [file, circleOf(file)] as const)
    .flatMap(([file, circle]) => (circle[0] === file ? [circle] : []));
}

describe('the layout', () => {
  it('of core lets imports point one way', () => {
    const wrong = sourcesOf(core).flatMap((file) => {
      const from = relative(core, file).split('/')[0] ?? '';
      return importsOf(file)
        .filter(({ target }) => target.startsWith('.'))
        .map(({ target }) => relative(core, normalize(join(file, '..', target))).split('/')[0] ?? '')
        .filter((to) => to !== from && !(layerOf(to) < layerOf(from)))
        .map((to) => `${relative(core, file)} imports ${to}`);
    });
    expect(wrong).toEqual([]);
  });

  it('has no two files that import each other, on whatever way round, types included', () => {
    expect(findCircles(importGraph())).toEqual([]);
  });

  it('has at most a dozen files in a folder, beside rows of data and files that only export others', () => {
    const subjects = packageSources().filter(
      (file) =>
        !file.endsWith('-rows.ts') &&
        !/^(?:export [^;]*? from '[^']+';\s*)+$/s.test(readFileSync(file, 'utf8')),
    );
    const counts = new Map<string, number>();
    for (const file of subjects) {
      const folder = relative(root, dirname(file));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 12)).toEqual([]);
  });

  it('of core has no folder that the list of layers does not know', () => {
    const places = readdirSync(core).filter((location) => !location.endsWith('.test.ts'));
    expect(places.filter((path) => layerOf(path) < 0)).toEqual([]);
  });

  it.each(Object.entries(mayImport))('of %s imports only the packages it may', (name, allowed) => {
    const foreign = sourcesOf(join(root, 'packages', name, 'src'))
      .flatMap(importsOf)
      .filter(({ target }) => !target.startsWith('.') && !target.startsWith('node:'))
      .filter(({ target }) => !allowed.some((pattern) => pattern.test(target)))
      .map(({ file, target }) => `${relative(root, file)} imports ${target}`);
    expect(foreign).toEqual([]);
  });

  it.each(oneImporter)('has one file that imports %s', (library) => {
    const files = packageSources().filter((file) => importsOf(file).some(({ target }) => target === library));
    const paths = files.map((file) => relative(root, file));
    expect(paths.filter((path) => path !== PLUGIN_SHELL)).toHaveLength(1);
  });

  const subpaths = readdirSync(join(core, 'exports'));
  it.each(subpaths)('of core publishes at most 40 names in exports/%s', (file) => {
    const text = readFileSync(join(core, 'exports', file), 'utf8');
    const names = [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','));
    expect(names.filter((name) => name.trim() !== '').length).toBeLessThanOrEqual(40);
  });

  it('lets no package import the insides of core', () => {
    const published = new Set([
      '@hookmd/core',
      ...subpaths.map((file) => `@hookmd/core/${file.slice(0, -3)}`),
    ]);
    const inside = packageSources()
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith('@hookmd/core') && !published.has(target));
    expect(inside).toEqual([]);
  });

  it('has no drawer for everything', () => {
    const names = packageSources().map((file) => relative(root, file));
    expect(names.filter((name) => /(^|\/)(utils?|helpers?|common|shared|misc)(\.ts|\/)/.test(name))).toEqual(
      [],
    );
  });
});
