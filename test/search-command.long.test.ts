import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GitServer, gitIn, startGitServer } from './support/git-server.ts';
import { type Registry, startRegistry } from './support/registry.ts';
import { type Call, type Ended, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { type Between, type Step, standBetween } from './support/stand-between.ts';
import { writeFiles } from './support/write-files.ts';

/** What `search --json` prints. */
interface Found {
  readonly code?: string;
  readonly message?: string;
  readonly sources: readonly {
    readonly name: string;
    readonly matches: number;
    readonly problem: string | null;
  }[];
  readonly packages: readonly {
    readonly name: string;
    readonly source: string;
    readonly spec: string | null;
    readonly description: string;
    readonly hooks:
      | readonly {
          readonly name: string;
          readonly events: readonly string[];
          readonly approval: readonly string[];
        }[]
      | null;
    readonly problem: string | null;
  }[];
}

let given: Scratch;
let scratch: Scratch;
let registry: Registry;
let git: GitServer;
let between: Between | null = null;
/** What anything executed would write. */
let canary: string;

const plugin = (event: string, command: string): string =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } });

beforeAll(async () => {
  given = makeScratch();
  canary = join(given.dir, 'canary');
  registry = await startRegistry();
  const keys = { version: '1.2.0', description: 'Guards walruses', keywords: ['hookmd'] };
  const scripts = { preinstall: `touch ${canary}`, install: `touch ${canary}`, prepare: `touch ${canary}` };
  writeFiles(join(given.dir, 'npm'), {
    'guard/package.json': JSON.stringify({ ...keys, name: 'walrus-guard', scripts }),
    'guard/HOOK.md': '---\nevents: [PreToolUse]\ncommand: ./run.sh\nenv: [WALRUS]\n---\n',
    'guard/run.sh': `#!/bin/sh\ntouch ${canary}\n`,
    'empty/package.json': JSON.stringify({ ...keys, name: 'walrus-empty' }),
    'other/package.json': JSON.stringify({ ...keys, name: 'walrus-other', keywords: ['animals'] }),
  });
  for (const name of ['guard', 'empty', 'other']) await registry.publish(join(given.dir, 'npm', name));
  const entry = (name: string, rest: object): object => ({ name, description: 'For a walrus', ...rest });
  writeFiles(join(given.dir, 'repos/market'), {
    '.claude-plugin/marketplace.json': JSON.stringify({
      name: 'sea',
      plugins: [
        entry('walrus-own', { source: './own' }),
        entry('walrus-outer', { source: { source: 'npm', package: 'walrus-guard' } }),
        entry('walrus-none', { source: './none' }),
        entry('other', { source: './own', description: 'For a seal' }),
      ],
    }),
    'own/hooks/hooks.json': plugin('Stop', `touch ${canary}`),
    'none/README.md': 'No hooks.',
  });
  const repository = join(given.dir, 'repos/market');
  gitIn(repository, 'init', '--quiet', '-b', 'main');
  gitIn(repository, 'add', '.');
  gitIn(repository, 'commit', '--quiet', '-m', 'one');
  git = await startGitServer(join(given.dir, 'repos'));
}, 60_000);
afterAll(async () => {
  await git.stop();
  await registry.stop();
  given.remove();
});
beforeEach(() => {
  scratch = makeScratch();
  writeFileSync(join(scratch.home, '.npmrc'), registry.npmrc);
  writeFiles(join(scratch.dir, 'land'), {
    '.claude-plugin/marketplace.json': JSON.stringify({
      name: 'land',
      plugins: [{ name: 'walrus-land', source: './land' }],
    }),
    'land/hooks/hooks.json': plugin('PreToolUse', '$CLAUDE_PLUGIN_ROOT/guard.sh'),
    'land/guard.sh': `#!/bin/sh\ntouch ${canary}\n`,
  });
});
afterEach(async () => {
  await between?.stop();
  between = null;
  expect(existsSync(canary)).toBe(false);
  const left = join(scratch.home, '.local/state/hookmd');
  expect(existsSync(left) ? readdirSync(left).filter((name) => name.startsWith('.')) : []).toEqual([]);
  scratch.remove();
});

const run = (...words: readonly string[]): Promise<Ended> => runHooks(scratch, words);

async function search(words: readonly string[], call: Call = {}): Promise<Found> {
  const { stdout, stderr } = await runHooks(scratch, ['search', ...words, '--json'], call);
  expect(stderr).toBe('');
  const found = JSON.parse(stdout);
  expect(found, stdout).toMatchObject({ schema: 'hookmd.search/1' });
  return found;
}

/** From now on npm's registry is a server before the real one. */
async function meet(step: Step): Promise<void> {
  between = await standBetween(registry.url, step);
  writeFileSync(join(scratch.home, '.npmrc'), `registry=${between.url}\n`);
}

/** A registry that finds these, in the shape of npm's. */
const finds =
  (packages: readonly object[]): Step =>
  ({ url }, response) => {
    if (!url?.startsWith('/-/v1/search')) return false;
    const objects = packages.map((found) => ({ package: { maintainers: [], ...found } }));
    return Boolean(response.end(JSON.stringify({ objects, total: objects.length })));
  };

const problems = ({ sources: all }: Found): Record<string, string | null> =>
  Object.fromEntries(all.map(({ name, problem }) => [name, problem]));

describe('a search', () => {
  it('finds packages of npm and of two marketplaces with their hooks, by specs that install them', async () => {
    const url = git.address('market');
    expect((await run('source', 'add', `git:${url}`)).stdout).toMatch(/^sea {2}added: 3 plugins/);
    expect((await run('source', 'add', '../land')).stdout).toMatch(/^land {2}added: 1 plugin that/);
    const found = await search(['walrus']);
    expect(problems(found)).toEqual({ bundled: null, npm: null, sea: null, land: null });
    const seen = found.packages.map(({ name, source, spec, hooks }) => [name, source, spec, hooks]);
    const land = `file:${join(scratch.dir, 'land')}#plugin:walrus-land`;
    const approval = ['reads env: WALRUS'];
    expect(seen).toEqual([
      [
        'walrus-guard',
        'npm',
        'npm:walrus-guard',
        [{ name: 'walrus-guard', events: ['PreToolUse'], approval }],
      ],
      ['walrus-empty', 'npm', 'npm:walrus-empty', null],
      [
        'walrus-own',
        'sea',
        `git:${url}#plugin:walrus-own`,
        [{ name: 'walrus-own.Stop.canary', events: ['Stop'], approval: [] }],
      ],
      ['walrus-outer', 'sea', `git:${url}#plugin:walrus-outer`, null],
      [
        'walrus-land',
        'land',
        land,
        [{ name: 'walrus-land.PreToolUse.guard', events: ['PreToolUse'], approval: [] }],
      ],
    ]);
    expect(found.packages.map(({ problem }) => problem)).toEqual([
      null,
      'The package contains no hook: it has no HOOK.md and is no plugin.',
      null,
      null,
      null,
    ]);
    for (const spec of [...seen.map((found) => found[2]), `git:${url}#walrus-own`])
      if (spec !== 'npm:walrus-empty')
        expect(await run('install', String(spec), '--dry-run', '--json'), String(spec)).toMatchObject({
          exit: 0,
        });
  });

  it('shows no control character of others, and takes no name that is none', async () => {
    const hostile = 'walrus \u001b[31m\u0007\u009b2J\u202e\r\nred';
    const keywords = ['hookmd'];
    await meet(
      finds([
        { name: 'walrus-guard', version: '\u001b[2J', description: hostile, keywords },
        { name: '\u001b]0;x\u0007', version: '1.0.0', description: 'x', keywords },
        { name: '--registry=http://evil', version: '1.0.0', description: 'x', keywords },
      ]),
    );
    writeFiles(join(scratch.dir, 'land'), {
      '.claude-plugin/marketplace.json': JSON.stringify({
        name: 'land\u001b[31m',
        plugins: [
          { name: 'walrus-land', source: './land', description: hostile, version: hostile },
          { name: 'walrus\u001b', source: './land' },
        ],
      }),
    });
    expect((await run('source', 'add', '../land')).exit).toBe(0);
    const { stdout, stderr, exit } = await run('search', 'walrus');
    expect(exit).toBe(0);
    expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(stdout).toContain('hooks install npm:walrus-guard');
    expect(stdout).not.toContain('evil');
  });

  it.each<[string, Step]>([
    ['text', (_, response) => Boolean(response.end('<!doctype html>'))],
    [
      'JSON of another shape',
      (_, response) => Boolean(response.end('{"objects":{"a":[1,{"package":null}]}}')),
    ],
    ['nothing', (_, response) => Boolean(response.end())],
    ['an error', (_, response) => Boolean(response.writeHead(500).end())],
    [
      'half of an answer',
      ({ socket }) => Boolean(socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"obj')),
    ],
  ])('answers without npm where the registry returns %s', async (_, step) => {
    await meet(step);
    await run('source', 'add', '../land');
    const found = await search(['walrus']);
    expect(found.packages.map(({ source }) => source)).toEqual(['land']);
  });

  it('waits a limited time for a registry that never answers, and reports it', async () => {
    await meet(() => true);
    await run('source', 'add', '../land');
    const { stdout, stderr, exit, elapsedMs } = await run('search', 'walrus');
    expect(stderr).toContain(
      'warning: npm was not searched. npm did not return a package: it took longer than 15 s.',
    );
    expect(stdout).toContain('walrus-land');
    expect(exit).toBe(0);
    expect(elapsedMs).toBeLessThan(30_000);
  });

  it('opens ten of a thousand packages, and names the rest', async () => {
    const all = Array.from({ length: 1_000 }, (_, index) => ({
      name: `walrus-${index}`,
      version: '1.0.0',
      keywords: ['hookmd'],
    }));
    await meet(finds(all));
    const { stdout, stderr, exit } = await run('search', 'walrus');
    expect(stdout.match(/hooks install npm:walrus-\d+$/gm)).toHaveLength(10);
    expect(stderr).toBe('990 more packages of npm are not shown. Use more words to narrow the search.\n');
    expect(exit).toBe(0);
  });

  it('reports a marketplace that is gone, and one whose file cannot be read', async () => {
    await run('source', 'add', '../land');
    rmSync(join(scratch.dir, 'land'), { recursive: true });
    const gone = await search(['walrus']);
    expect(problems(gone).land).toBe(
      'The source is not a marketplace: it has no .claude-plugin/marketplace.json.',
    );
    mkdirSync(join(scratch.dir, 'land/.claude-plugin'), { recursive: true });
    symlinkSync('/dev/zero', join(scratch.dir, 'land/.claude-plugin/marketplace.json'));
    expect(problems(await search(['walrus'])).land).toMatch(/marketplace\.json cannot be read: /);
    expect(gone.packages.map(({ source }) => source)).toEqual(['npm', 'npm']);
  });

  it('answers on a machine without npm', async () => {
    await run('source', 'add', '../land');
    const bin = join(scratch.dir, 'bin');
    mkdirSync(bin);
    const found = await search(['walrus'], { env: { PATH: bin } });
    expect(problems(found).npm).toMatch(/npm is not on your PATH\.$/);
    expect(found.packages.map(({ source }) => source)).toEqual(['land']);
  });
});

describe('the sources of a search', () => {
  it('are those of the user, never those of a project', async () => {
    writeFiles(scratch.project, {
      '.hookmd/config.yaml': `sources:\n  land: ${join(scratch.dir, 'land')}\n`,
    });
    expect(Object.keys(problems(await search(['walrus'])))).toEqual(['bundled', 'npm']);
    expect((await run('check')).stdout).toContain('CONFIG_NOT_FOR_PROJECT');
  });

  it('keep the rest of the file, and have one name each', async () => {
    writeFiles(scratch.home, { '.hookmd/config.yaml': '# mine\nhooks: { concurrency: 2 } # two\n' });
    await run('source', 'add', '../land');
    expect(await run('source', 'add', join(scratch.dir, 'land'))).toMatchObject({
      exit: 0,
      stdout: 'land  was there before\n',
    });
    writeFiles(join(scratch.dir, 'second'), {
      '.claude-plugin/marketplace.json': '{"name":"land","plugins":[]}',
    });
    expect((await run('source', 'add', '../second')).stderr).toContain('SOURCE_NAME_TAKEN');
    expect(JSON.parse((await run('source', 'list', '--json')).stdout).sources).toEqual([
      { name: 'land', spec: `file:${join(scratch.dir, 'land')}`, from: 'user' },
    ]);
    expect(await run('source', 'remove', '../land')).toMatchObject({ exit: 0, stdout: 'land  removed\n' });
    expect((await run('source', 'remove', 'land')).stderr).toContain('SOURCE_NOT_FOUND');
    expect((await run('config', 'get')).stdout).not.toContain('sources');
  });

  it.each(['npm:walrus-guard', 'https://example.com/x.tgz', 'github:acme/x#plugin:y', 'github:acme/x:dir'])(
    'cannot be %s',
    async (spec) => {
      expect((await run('source', 'add', spec)).stderr).toContain('NO_MARKETPLACE');
    },
  );

  it('are not changed by an agent', async () => {
    const ended = await runHooks(scratch, ['source', 'add', '../land'], { env: { CLAUDECODE: '1' } });
    expect(ended.stderr).toContain('AGENT_CALLS');
  });
});
