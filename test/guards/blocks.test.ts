import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseManifest } from '@hookmd/core/manifest';
import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../packages/cli/src/command-line/parser.ts';
import { commandNamed, commands } from '../../packages/cli/src/command-line/table.ts';
import { parseYaml } from '../../packages/core/src/yaml/yaml.ts';
import { actions } from '../../packages/fleet/src/actions.ts';
import { parseWords } from '../../packages/fleet/src/parse-words.ts';

const root = join(import.meta.dirname, '..', '..');

/** The test that executes the code of a page, by the start of its path; other pages are checked here, block by block. */
const executedBy: Readonly<Record<string, string>> = {
  'README.md': 'test/readme.test.ts',
  'docs/start/': 'test/guides.long.test.ts',
  'docs/guides/': 'test/guides.long.test.ts',
  'docs/cookbook/': 'test/guides.long.test.ts',
  'docs/troubleshoot/': 'test/guides.long.test.ts',
  'docs/compare/': 'test/guides.long.test.ts',
  'docs/fleet/from-one-machine-to-a-thousand.md': 'test/fleet-guide.long.test.ts',
  'docs/sdk.md': 'test/sdk-guide.test.ts',
  'docs/library.md': 'test/library-guide.test.ts',
  'docs/reference/library.md': 'test/library-guide.test.ts',
  'docs/ai-sdk.md': 'test/ai-sdk-page.test.ts',
  'docs/langchain.md': 'test/langchain-page.test.ts',
  'docs/handlers.md': 'test/handlers-page.test.ts',
  'packages/': 'test/rehearsal.long.test.ts',
};

interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

type Check = (text: string) => readonly string[];

/** Each returns the problems, or throws. */
const checks: Readonly<Record<string, Check>> = {
  text: () => [],
  json: (text) => parseEach([text]),
  jsonl: (text) => parseEach(text.trim().split('\n')),
  yaml: checkYaml,
  sh: checkScript,
  markdown: checkManifest,
};

function parseEach(documents: readonly string[]): readonly string[] {
  for (const document of documents) JSON.parse(document);
  return [];
}

function checkScript(text: string): readonly string[] {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
  return status === 0 ? text.split('\n').flatMap(checkCommandLine) : [stderr];
}

/** Whether `hooks …` has a command and options that exist. */
function checkCommandLine(line: string): readonly string[] {
  const [, call] = /(?:^|[|;] |\()hooks ([^|;<>]*)/.exec(line.replace(/\s#.*/, '')) ?? [];
  const [name = '', ...words] = [...(call ?? '').matchAll(/'[^']*'|"[^"]*"|[^\s)]+/g)].map(([word]) =>
    word.replace(/^(['"])(.*)\1$/, '$2'),
  );
  if (call === undefined || name === '--version') return [];
  const command = loaded.get(commandNamed(name) ?? '');
  if (command === undefined) return [`there is no command ${name}`];
  if (name === 'fleet') checkFleetCall(words);
  else parseArguments(command, words);
  return [];
}

/** The actions of `hooks fleet` are those of a package of its own. */
function checkFleetCall([name = '--help', ...words]: readonly string[]): void {
  const action = fleetActions.get(name);
  if (action !== undefined) parseWords(name, action, words);
  else if (name !== '--help') throw new Error(`there is no action ${name}`);
}

const fleetActions = new Map(
  await Promise.all(
    Object.entries(actions).map(async ([name, { load }]) => [name, (await load()).action] as const),
  ),
);

const loaded = new Map(
  await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => [name, (await load()).command] as const),
  ),
);

function checkYaml(text: string): readonly string[] {
  const reading = parseYaml(text);
  return 'problems' in reading ? reading.problems.map(({ message }) => message) : [];
}

function checkManifest(text: string): readonly string[] {
  const files = ['HOOK.md', 'handler.sh', 'handler.mjs', 'handler.ts'];
  const place = { path: 'HOOK.md', directoryName: 'example', files };
  const { issues } = parseManifest(Buffer.from(text), place);
  return issues.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

function pagesOfRepository(): readonly string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const beside = (directory: string, file: string): readonly string[] =>
    readdirSync(join(root, directory)).map((name) => `${directory}/${name}/${file}`);
  return [
    ...readdirSync(root),
    ...docs.filter((file) => !/node_modules|\.vitepress/.test(file)).map((file) => `docs/${file}`),
    ...beside('hooks', 'HOOK.md'),
    ...beside('packages', 'README.md'),
    ...beside('examples', 'README.md'),
  ].filter((file) => file.endsWith('.md') && existsSync(join(root, file)));
}

function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: body = '', index }) => ({
      page,
      line: text.slice(0, index).split('\n').length,
      language,
      text: body,
    }),
  );
}

const executedByTest = (page: string): string | undefined =>
  Object.entries(executedBy).find(([start]) => page.startsWith(start))?.[1];
const pages = pagesOfRepository();
const checked = pages.filter((page) => executedByTest(page) === undefined).flatMap(blocksOf);

describe('a code block on a page', () => {
  it('is executed by a test, or checked here', () => {
    expect(checked.length).toBeGreaterThan(100);
    expect([...new Set(checked.map(({ language }) => language))].filter((name) => !(name in checks))).toEqual(
      [],
    );
  });

  it.each(Object.entries(executedBy))('%s is executed by %s, which exists', (start, file) => {
    expect(pages.some((page) => page.startsWith(start))).toBe(true);
    expect(existsSync(join(root, file))).toBe(true);
  });

  it.each(checked.map((block) => [`${block.page}:${block.line}`, block] as const))(
    '%s is valid',
    (_, block) => {
      expect(checks[block.language]?.(block.text) ?? ['no check']).toEqual([]);
    },
  );
});
