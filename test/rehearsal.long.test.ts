import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { runConcurrently } from '@hookmd/core/runtime';
import { extract } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pack } from './support/install-packed.ts';
import {
  findInstalled,
  findNeeded,
  hasInstallScript,
  type Manifest,
  publishedPackages,
  readManifest,
  root,
} from './support/installed.ts';
import { type Registry, startRegistry } from './support/registry.ts';

/** The first release, rehearsed: what users do with the packages of a registry, and with nothing else of this repository. */
const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-rehearsal-')));
const tarballs = join(dir, 'tarballs');
const directories = publishedPackages.map((name) => join(root, 'packages', name));
const published: readonly Manifest[] = directories.map(readManifest);
const version = published.find(({ name }) => name === 'hookmd')?.version;
const TSC = `'${process.execPath}' '${join(root, 'node_modules/typescript/bin/tsc')}' --pretty false`;
const times: (readonly [step: string, seconds: number])[] = [];
let registry: Registry;
let publishing: readonly Ended[];

interface User {
  readonly home: string;
  /** An empty directory to work in. */
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Somebody with a new home, whose npm knows the registry and installs into the home. */
function makeUser(name: string): User {
  const home = join(dir, name);
  const project = join(home, 'project');
  const prefix = join(home, 'npm');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(home, '.npmrc'), `${registry.npmrc}prefix=${prefix}\n`);
  const PATH = [join(prefix, 'bin'), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(
    ':',
  );
  return { home, project, env: { PATH, HOME: home, LANG: 'C.UTF-8' } };
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Asynchronous, because the registry is in this process. */
function run(user: User, command: string, { cwd = user.project, input = '' } = {}): Promise<Ended> {
  const child = spawn('/bin/sh', ['-c', command], { cwd, env: user.env });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...output }));
  });
}

const fine = { status: 0, stderr: '' };

async function timed<T>(step: string, action: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await action();
  } finally {
    times.push([step, (performance.now() - from) / 1000]);
  }
}

/** A test with its time. */
function step(title: string, action: () => Promise<void>): void {
  it(title, () => timed(title, action));
}

/** The commands that `npm create hookmd` prints. */
const nextSteps = [
  { command: 'hooks install ./my-hook', answer: ' --yes', prints: 'installed' },
  { command: 'hooks test my-hook', answer: '', prints: '2 passed' },
  { command: 'hooks enable my-hook', answer: ' --yes', prints: 'ready' },
  { command: 'npm publish ./my-hook', answer: '', prints: '+ my-hook@0.1.0' },
];

const shellCall = (command: string, fields: object = {}): string =>
  JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, ...fields });

/** The decision about a shell command. */
async function decide(user: User, command: string, fields: object = {}): Promise<object> {
  const { stdout } = await run(user, 'hooks run PreToolUse --json', { input: shellCall(command, fields) });
  return JSON.parse(stdout);
}

beforeAll(async () => {
  mkdirSync(tarballs);
  await timed('pack', async () => pack(tarballs));
  registry = await startRegistry();
  const needed = findNeeded(directories.filter((directory) => !/(?:ai-sdk|langchain)$/.test(directory)));
  await timed('publish the packages of others', async () => {
    await runConcurrently(needed, 2, (directory) => registry.publish(directory));
  });
  const maintainer = makeUser('maintainer');
  await timed('publish HookMD', async () => {
    publishing = await runConcurrently(readdirSync(tarballs), 2, (tarball) =>
      run(maintainer, `npm publish --loglevel=warn ${join(tarballs, tarball)}`),
    );
  });
}, 120_000);

afterAll(async () => {
  await registry.stop();
  rmSync(dir, { recursive: true, force: true });
  const rows = times.map(([title, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${title}`);
  console.info(`The rehearsal of a release took:\n${rows.join('\n')}`);
});

/** Every package that npm installed below a directory. */
function installedBelow(directory: string): readonly Manifest[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => readManifest(dirname(join(directory, path))));
}

const blocked = { decision: 'block', reason: 'force push: ask the user first' };

it('every package is published without a warning', () => {
  expect(publishing).toEqual(published.map(() => ({ ...fine, stdout: expect.any(String) })));
});

describe('a new user', () => {
  let user: User;
  const tsc = (directory: string): Promise<Ended> => run(user, `${TSC} -p '${directory}'`);
  beforeAll(() => {
    user = makeUser('new-user');
  });

  step('installs hookmd without a warning, and nothing of it has an install script', async () => {
    expect(await run(user, 'npm i -g hookmd')).toMatchObject(fine);
    const installed = installedBelow(join(user.home, 'npm'));
    const program = `@esbuild/${process.platform}-${process.arch}`;
    expect(installed.map(({ name }) => name).sort()).toEqual([program, 'hookmd']);
    expect(installed.filter(hasInstallScript)).toEqual([]);
    for (const name of ['hookmd', 'hooks'])
      expect(await run(user, `${name} --version`)).toEqual({ ...fine, stdout: `hooks ${version}\n` });
  });

  step('runs it with npx, from an empty cache', async () => {
    const visitor = makeUser('visitor');
    expect(await run(visitor, 'npx --yes hookmd --version')).toEqual({
      ...fine,
      stdout: `hooks ${version}\n`,
    });
  });

  step('enables bundled hooks, and has a command blocked', async () => {
    expect(await run(user, 'hooks enable block-dangerous clamp-timeout --yes')).toMatchObject({ status: 0 });
    const reason = expect.stringContaining('rm -rf ~');
    expect(await decide(user, 'rm -rf ~')).toMatchObject({ decision: 'block', reason });
    expect(await decide(user, 'ls')).toMatchObject({ decision: 'none' });
  });

  step('has a handler run that is an executable file of its package', async () => {
    const slow = { tool_input: { command: 'make', timeout: 600_000 } };
    const clamped = { changed: ['timeout'], input: { timeout: 120_000 } };
    expect(await decide(user, 'make', slow)).toMatchObject(clamped);
    expect(await run(user, 'hooks disable block-dangerous clamp-timeout')).toMatchObject(fine);
  });

  step('opens the page of hooks ui, with its script', async () => {
    const { project: cwd, env } = user;
    const server = spawn('sh', ['-c', 'exec hooks ui --json'], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const { origin } = new URL((JSON.parse(line.toString('utf8')) as { link: string }).link);
    expect(await (await fetch(origin)).text()).toContain('<script type="module" src="/app.js">');
    expect((await fetch(`${origin}/app.js`)).status).toBe(200);
    server.kill();
    await once(server, 'exit');
  });

  step('writes a guard, and has a command blocked by it', async () => {
    expect(await decide(user, 'git push --force')).toMatchObject({ decision: 'none' });
    expect(await run(user, 'hooks new my-guard --guard')).toMatchObject(fine);
    expect(await run(user, 'hooks enable my-guard --yes')).toMatchObject({ status: 0 });
    expect(await decide(user, 'git push --force')).toMatchObject(blocked);
    expect(await run(user, 'hooks disable my-guard')).toMatchObject(fine);
  });

  step('writes a guard in TypeScript, with types and without a package from npm', async () => {
    expect(await run(user, 'hooks new typed --lang ts --guard')).toMatchObject(fine);
    const directory = join(user.home, '.hookmd/hooks/typed');
    expect(await tsc(directory)).toEqual({ ...fine, stdout: '' });

    const file = join(directory, 'handler.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('h.block', 'h.blok'));
    const stdout = expect.stringMatching(
      /handler\.ts\(\d+,\d+\): error TS\d+: Property 'blok' does not exist/,
    );
    expect(await tsc(directory)).toMatchObject({ stdout });
    writeFileSync(file, text);

    expect(await run(user, 'hooks enable typed --yes')).toMatchObject({ status: 0 });
    expect(await decide(user, 'git push --force')).toMatchObject(blocked);
    expect(await run(user, 'hooks disable typed')).toMatchObject(fine);
  });

  step('builds it, to ship it', async () => {
    expect(await run(user, 'hooks build typed')).toMatchObject(fine);
    const input = shellCall('git push --force', { tool: { command: 'git push --force' } });
    const { stdout } = await run(user, `'${process.execPath}' dist/typed/handler.cjs`, { input });
    expect(JSON.parse(stdout)).toMatchObject(blocked);
  });

  step('creates a package to publish, and types for it', async () => {
    const asked = { status: 2, stderr: expect.stringContaining('`npm create hookmd NAME ') };
    expect(await run(user, 'npm create --yes hookmd')).toMatchObject(asked);
    const created = await run(user, 'npm create --yes hookmd my-hook -- --guard --lang ts');
    expect(created).toMatchObject(fine);
    for (const { command } of nextSteps) expect(created.stdout).toContain(`\n  ${command}  `);
    expect(await run(user, 'npm init --yes && npm i -D @hookmd/sdk')).toMatchObject(fine);
    expect(await tsc(join(user.project, 'my-hook'))).toEqual({ ...fine, stdout: '' });
  });

  it.each(nextSteps)('follows the printed step `$command`', async ({ command, answer, prints }) => {
    const ended = await timed(command, () => run(user, `${command}${answer}`));
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining(prints) });
    expect(ended.stderr).not.toMatch(/npm warn/);
  });

  step('has a command blocked by it', async () => {
    expect(await decide(user, 'git push --force')).toMatchObject(blocked);
  });
});

describe('a second user', () => {
  let user: User;
  beforeAll(() => {
    user = makeUser('second-user');
  });

  step('installs hookmd and that package from npm without scripts, and has a command blocked', async () => {
    expect(await run(user, 'npm i -g --ignore-scripts hookmd')).toMatchObject(fine);
    expect(await run(user, 'hooks install npm:my-hook --any-age --yes')).toMatchObject({ status: 0 });
    expect(await decide(user, 'git push --force')).toMatchObject({ decision: 'none' });
    expect(await run(user, 'hooks enable my-hook --yes')).toMatchObject({ status: 0 });
    expect(await decide(user, 'git push --force')).toMatchObject(blocked);
  });
});

describe('an author of an agent', () => {
  let user: User;
  let modules: string;
  const names = published.map(({ name }) => name);
  beforeAll(() => {
    user = makeUser('author');
    modules = join(user.project, 'node_modules');
  });

  step('installs every library, and imports every entry of each', async () => {
    writeFileSync(join(user.project, 'package.json'), '{"private":true,"type":"module"}');
    // Their peers are what this repository has: they are not in the registry.
    const installed = await run(user, `npm i --legacy-peer-deps ${names.join(' ')}`);
    for (const directory of directories)
      for (const peer of Object.keys(readManifest(directory).peerDependencies ?? {})) {
        const path = join(modules, peer);
        mkdirSync(dirname(path), { recursive: true });
        if (!existsSync(path)) symlinkSync(findInstalled(directory, peer) ?? '', path);
      }
    expect(installed).toMatchObject(fine);
    const entries = names.flatMap((name) =>
      Object.keys(readManifest(join(modules, name)).exports ?? {})
        // A handler starts with `serve`, which takes over standard output: see below.
        .filter((entry) => entry !== './package.json' && entry !== './serve')
        .map((entry) => join(name, entry)),
    );
    expect(entries.length).toBeGreaterThan(names.length);
    writeFileSync(join(user.project, 'import.js'), entries.map((entry) => `import '${entry}';\n`).join(''));
    expect(await run(user, `'${process.execPath}' import.js`)).toEqual({ ...fine, stdout: '' });
  });

  step('compiles and runs what each README shows', async () => {
    const shown = names.flatMap((name) => {
      const readme = readFileSync(join(modules, name, 'README.md'), 'utf8');
      return [...readme.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({ name, text }));
    });
    const without = names.filter((name) => shown.every((code) => code.name !== name));
    expect(without.toSorted()).toEqual(['@hookmd/fleet', 'create-hookmd', 'hookmd']);
    const files = shown.map(({ text }, index) => {
      writeFileSync(join(user.project, `shown-${index}.ts`), text);
      return `shown-${index}.ts`;
    });
    // What the reader has beside it.
    writeFileSync(
      join(user.project, 'agent.ts'),
      'export const model: any = null;\nexport const tools: any = null;\n',
    );
    writeFileSync(join(user.project, 'driver.ts'), 'export const driver: any = null;\n');
    const compilerOptions = {
      ...{ target: 'es2023', module: 'nodenext', strict: true, skipLibCheck: true },
      ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    };
    writeFileSync(join(user.project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    expect(await run(user, `${TSC} -p .`)).toEqual({ ...fine, stdout: '' });

    const complete = files.filter((_, index) => !shown[index]?.text.includes("from './"));
    for (const file of complete)
      expect(await run(user, `'${process.execPath}' ${file.replace('.ts', '.js')}`), file).toMatchObject(
        fine,
      );

    const guard = `./shown-${shown.findIndex(({ name }) => name === '@hookmd/sdk')}.js`;
    const lines = [
      `import { serve } from '@hookmd/sdk/serve';`,
      `import * as guard from '${guard}';`,
      'await serve(guard);',
    ];
    writeFileSync(join(user.project, 'entry.js'), lines.join('\n'));
    const input = shellCall('npm publish', { tool: { command: 'npm publish' } });
    const { stdout } = await run(user, `'${process.execPath}' entry.js`, { input });
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', reason: 'publish in CI, not from here' });
  });
});

describe.each(published.map(({ name }) => name))('the tarball of %s', (name) => {
  const unpacked = join(dir, 'unpacked', name);
  let paths: readonly string[];
  const read = (path: string): string => readFileSync(join(unpacked, path), 'utf8');
  beforeAll(async () => {
    mkdirSync(unpacked, { recursive: true });
    const file = join(tarballs, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    await extract({ file, cwd: unpacked, strip: 1 });
    paths = readdirSync(unpacked, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(unpacked, join(parentPath, name)));
  });

  it('has a README, a license, and a manifest that npm understands', () => {
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']));
    expect(read('README.md')).toMatch(new RegExp(`^# ${name}\n`));
    expect(read('package.json')).not.toMatch(/"(?:workspace|catalog):|"scripts"|hookmd-source/);
  });

  it('has no sources, tests or fixtures of this repository', () => {
    expect(
      paths.filter((path) => !/^(?:dist\/|units\/|README\.md$|LICENSE$|package\.json$)/.test(path)),
    ).toEqual([]);
    expect(
      paths.filter((path) => /\.(?:test|test-d|fixture)\.|(?<!\.d)\.ts$|\.tsbuildinfo$|\.log$/.test(path)),
    ).toEqual([]);
  });

  it('has source maps only beside what they are about, with names that tell nothing of this machine', () => {
    const maps = paths.filter((path) => path.endsWith('.map'));
    expect(maps.filter((path) => !paths.includes(path.replace(/\.map$/, '')))).toEqual([]);
    for (const map of maps)
      for (const source of JSON.parse(read(map)).sources)
        expect(source).toMatch(/^entry:entry$|^(?:@hookmd\/sdk:)?(?:[\w-]+\/)*[\w-][\w.-]*\.[jt]s$/);
    const named = paths.flatMap((path) =>
      [...read(path).matchAll(/^\/\/# sourceMappingURL=(.*)$/gm)].map(([, map = '']) =>
        join(dirname(path), map),
      ),
    );
    expect(named.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('has no path of this machine', () => {
    expect(
      paths.filter((path) => read(path).includes(root) || read(path).includes('node_modules/.pnpm')),
    ).toEqual([]);
  });
});

it('the tarball of hookmd is at most 9 MB', () => {
  expect(statSync(join(tarballs, `hookmd-${version}.tgz`)).size).toBeLessThan(9_000_000);
});

it('the tarball of hookmd has the licenses of what is bundled in it', () => {
  const licenses = readFileSync(join(dir, 'unpacked/hookmd/dist/THIRD_PARTY_LICENSES.txt'), 'utf8');
  const bundled = ['zod', 'yaml', 'cac', 'kleur', 'esbuild'];
  expect(bundled.filter((name) => !licenses.includes(`\n== ${name} `))).toEqual([]);
});
