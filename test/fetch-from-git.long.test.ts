import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, fetchFound, fetchSpec, resolveSpec } from './support/fetching.ts';
import { type GitServer, gitIn, startGitServer } from './support/git-server.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { writeFiles } from './support/write-files.ts';

let scratch: Scratch;
let server: GitServer;
let count = 0;
/** The repository of one test, and the file that anything executed would write. */
let name: string;
let dir: string;
let canary: string;

beforeAll(async () => {
  scratch = makeScratch();
  mkdirSync(join(scratch.dir, 'served'));
  server = await startGitServer(join(scratch.dir, 'served'));
});
afterAll(async () => {
  await server.stop();
  scratch.remove();
});
beforeEach(() => {
  count += 1;
  name = `repository-${count}`;
  dir = join(scratch.dir, 'served', name);
  canary = join(scratch.dir, `canary-${count}`);
  mkdirSync(dir);
  gitIn(dir, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(dir, 'HOOK.md'), '---\nevents: [Stop]\ncommand: ./run.sh\n---\n');
  writeFileSync(join(dir, 'run.sh'), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
});

const commit = (): string => {
  gitIn(dir, 'add', '--all');
  gitIn(dir, 'commit', '--quiet', '--message=next');
  return gitIn(dir, 'rev-parse', 'HEAD');
};
const command = '"$CLAUDE_PLUGIN_ROOT"/scripts/guard.js';
const spec = (fragment = ''): string => `git:${server.address(name)}${fragment}`;

describe('a package from git', () => {
  it('is the commit that the head of the repository names, and its bytes', async () => {
    const head = commit();
    const fetched = await fetchSpec(spec(), scratch);
    expect(fetched).toMatchObject({ name, commit: head, resolved: server.address(name), integrity: null });
    expect(readdirSync(fetched.dir).sort()).toEqual(['HOOK.md', 'run.sh']);
    expect(readFileSync(join(fetched.dir, 'run.sh'))).toEqual(readFileSync(join(dir, 'run.sh')));
  });

  it('is what a tag says, though a branch has its name', async () => {
    const first = commit();
    gitIn(dir, 'tag', '--annotate', '--message=one', 'v1');
    writeFileSync(join(dir, 'new.txt'), 'new');
    commit();
    gitIn(dir, 'branch', 'v1');
    expect((await fetchSpec(spec('#v1'), scratch)).commit).toBe(first);
  });

  it('stays the recorded commit where the tag was moved', async () => {
    const first = commit();
    gitIn(dir, 'tag', 'v1');
    const context = contextOf(scratch);
    const found = await resolveSpec(spec('#v1'), context);
    writeFileSync(join(dir, 'run.sh'), 'evil');
    commit();
    gitIn(dir, 'tag', '--force', 'v1');
    const fetched = await fetchFound(found, scratch);
    expect([found.commit, fetched.commit]).toEqual([first, first]);
    expect(readFileSync(join(fetched.dir, 'run.sh'), 'utf8')).not.toBe('evil');
  });

  it('may be one folder of the repository', async () => {
    mkdirSync(join(dir, 'hooks', 'one'), { recursive: true });
    writeFileSync(join(dir, 'hooks', 'one', 'HOOK.md'), 'x');
    commit();
    const fetched = await fetchSpec(spec('#main&path:hooks/one'), scratch);
    expect([fetched.name, readdirSync(fetched.dir)]).toEqual(['one', ['HOOK.md']]);
  });

  it('may be one module of a plugin of OpenCode', async () => {
    mkdirSync(join(dir, '.opencode', 'plugin'), { recursive: true });
    writeFileSync(join(dir, '.opencode', 'plugin', 'guard.ts'), 'x');
    commit();
    const fetched = await fetchSpec(spec('#main&path:.opencode/plugin/guard.ts'), scratch);
    const files = readdirSync(fetched.dir, { recursive: true });
    expect([fetched.name, files]).toEqual([
      'guard',
      ['.opencode', '.opencode/plugins', '.opencode/plugins/guard.ts'],
    ]);
    await expect(fetchSpec(spec('#path:.opencode/plugin/gone.ts'), scratch)).rejects.toMatchObject({
      code: 'GIT_DIRECTORY_NOT_FOUND',
    });
  });

  it('is what was committed, whatever its attributes say, and starts none of its filters', async () => {
    writeFileSync(join(dir, 'note.txt'), 'line\n$Format:%H$ $Id$\n');
    writeFileSync(join(dir, 'big.bin'), 'version https://git-lfs.github.com/spec/v1\n');
    writeFileSync(
      join(dir, '.gitattributes'),
      '*.txt export-subst ident text eol=crlf\nrun.sh export-ignore\n* filter=evil\n*.bin filter=lfs\n',
    );
    // A person may have such filters: the attributes of a repository must not reach them.
    const settings = ['evil', 'lfs'].map(
      (value) =>
        `[filter "${value}"]\n\tsmudge = touch ${canary}; cat\n\tprocess = touch ${canary}\n\trequired\n`,
    );
    writeFileSync(join(scratch.home, '.gitconfig'), settings.join(''));
    commit();
    const fetched = await fetchSpec(spec(), scratch);
    for (const file of ['note.txt', 'big.bin', 'run.sh', '.gitattributes'])
      expect(readFileSync(join(fetched.dir, file)), file).toEqual(readFileSync(join(dir, file)));
    expect(existsSync(canary)).toBe(false);
  });

  it('starts no hook, neither of the repository nor of the person, and nothing of the folder it is called in', async () => {
    commit();
    const hooks = join(scratch.dir, `hooks-${count}`);
    mkdirSync(hooks);
    for (const hook of ['post-checkout', 'reference-transaction', 'post-merge', 'pre-auto-gc'])
      writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    writeFileSync(
      join(scratch.home, '.gitconfig'),
      `[core]\n\thooksPath = ${hooks}\n\tfsmonitor = touch ${canary}\n[init]\n\ttemplateDir = ${hooks}\n`,
    );
    const cwd = join(scratch.dir, `project-${count}`);
    mkdirSync(cwd);
    gitIn(cwd, 'init', '--quiet');
    const url = server.address('');
    writeFileSync(
      join(cwd, '.git', 'config'),
      `[core]\n\trepositoryformatversion = 0\n\tsshCommand = touch ${canary}\n[credential]\n\thelper = "!touch ${canary}"\n[url "ext::touch ${canary} "]\n\tinsteadOf = ${url}\n`,
    );
    await fetchSpec(spec(), scratch, { cwd });
    writeFileSync(join(scratch.home, '.gitconfig'), '');
    expect(existsSync(canary)).toBe(false);
  });

  it('is not fetched by another way than its address names, whatever the settings of a person say', async () => {
    commit();
    writeFileSync(
      join(scratch.home, '.gitconfig'),
      `[url "ext::touch ${canary} "]\n\tinsteadOf = ${server.address('')}\n`,
    );
    await expect(fetchSpec(spec(), scratch)).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    writeFileSync(join(scratch.home, '.gitconfig'), '');
    expect(existsSync(canary)).toBe(false);
  });

  it('is refused with a submodule, whose address is skipped', async () => {
    const text = commit();
    writeFileSync(
      join(dir, '.gitmodules'),
      `[submodule "evil"]\n\tpath = sub\n\turl = ${server.address('evil')}\n\tupdate = !touch ${canary}\n`,
    );
    gitIn(dir, 'update-index', '--add', '--cacheinfo', `160000,${text},sub`);
    gitIn(dir, 'add', '.gitmodules');
    gitIn(dir, 'commit', '--quiet', '--message=next');
    await expect(fetchSpec(spec(), scratch)).rejects.toMatchObject({
      code: 'ARCHIVE_KIND',
      message: expect.stringContaining('submodule'),
    });
    expect(server.asked.filter((path) => path.startsWith('/evil'))).toEqual([]);
    expect(existsSync(canary)).toBe(false);
  });

  it('with `.gitmodules` alone is files like others', async () => {
    writeFileSync(join(dir, '.gitmodules'), '[submodule "x"]\n\tpath = --evil\n\turl = -u./x\n');
    commit();
    expect(readdirSync((await fetchSpec(spec(), scratch)).dir)).toContain('.gitmodules');
  });

  it('is refused with a link that leaves it', async () => {
    symlinkSync('../../etc/passwd', join(dir, 'out'));
    commit();
    await expect(fetchSpec(spec(), scratch)).rejects.toMatchObject({ code: 'ARCHIVE_LINK' });
  });

  it('is refused with a tree that no checkout would write', async () => {
    commit();
    const blob = gitIn(dir, 'hash-object', '-w', 'run.sh');
    const entry = (mode: string, path: string): Buffer =>
      Buffer.concat([Buffer.from(`${mode} ${path}\0`), Buffer.from(blob, 'hex')]);
    for (const path of ['..', '.git', 'a\\b']) {
      writeFileSync(join(scratch.dir, 'tree'), entry('100755', path));
      const tree = gitIn(dir, 'hash-object', '-t', 'tree', '-w', '--literally', join(scratch.dir, 'tree'));
      const hostile = gitIn(dir, 'commit-tree', '-m', 'hostile', tree);
      gitIn(dir, 'update-ref', 'refs/heads/hostile', hostile);
      await expect(fetchSpec(spec('#hostile'), scratch), path).rejects.toMatchObject({
        code: 'ARCHIVE_NAME',
      });
    }
  });

  it('is not there under a ref that nobody has', async () => {
    commit();
    await expect(fetchSpec(spec('#gone'), scratch)).rejects.toMatchObject({ code: 'GIT_REF_NOT_FOUND' });
  });

  it('is not there at an address that has no repository, and git asks nobody for a password', async () => {
    const address = `git:${server.address('no-such')}`;
    await expect(fetchSpec(address, scratch)).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
  });

  it('is refused where a commit is named that its server does not have', async () => {
    commit();
    await expect(fetchSpec(spec(`#${'1'.repeat(40)}`), scratch)).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
    });
  });

  it('comes also from a server that gives branches and tags only', async () => {
    const first = commit();
    writeFileSync(join(dir, 'new.txt'), 'new');
    commit();
    gitIn(dir, 'config', 'uploadpack.allowAnySHA1InWant', 'false');
    gitIn(dir, 'config', 'protocol.version', '0');
    expect((await fetchSpec(spec(`#${first}`), scratch)).commit).toBe(first);
  });

  it('is sent without the rest of its repository, where the server can leave files out', async () => {
    mkdirSync(join(dir, 'hooks', 'one'), { recursive: true });
    writeFileSync(join(dir, 'hooks', 'one', 'HOOK.md'), 'x');
    writeFileSync(join(dir, 'video.mp4'), randomBytes(3_000_000));
    commit();
    const sentFor = async (): Promise<number> => {
      const before = server.sentBytes();
      const tempDir = mkdtempSync(join(scratch.dir, 'fetched-'));
      const fetched = await fetchSpec(spec('#main&path:hooks/one'), scratch, { tempDir });
      expect(readdirSync(fetched.dir)).toEqual(['HOOK.md']);
      return server.sentBytes() - before;
    };
    expect(await sentFor()).toBeGreaterThan(3_000_000);
    gitIn(dir, 'config', 'uploadpack.allowFilter', 'true');
    expect(await sentFor()).toBeLessThan(20_000);
  });

  it('comes also from a server that leaves files out and sends none of them by name', async () => {
    commit();
    gitIn(dir, 'config', 'uploadpack.allowFilter', 'true');
    writeFileSync(join(scratch.home, '.gitconfig'), '[protocol]\n\tversion = 0\n');
    const fetched = await fetchSpec(spec(), scratch);
    writeFileSync(join(scratch.home, '.gitconfig'), '');
    expect(readdirSync(fetched.dir).sort()).toEqual(['HOOK.md', 'run.sh']);
  });

  it('that is a large plugin is sent without what its hooks do not need', async () => {
    rmSync(join(dir, 'HOOK.md'));
    const files: Record<string, string> = {
      'hooks/hooks.json': JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }),
      'scripts/guard.js': "import '../lib/rules.js'",
      'lib/rules.js': '',
    };
    for (let count = 0; count < 1_001; count++)
      files[`data/${count}`] = randomBytes(4_000).toString('base64');
    writeFiles(dir, files);
    commit();
    gitIn(dir, 'config', 'uploadpack.allowFilter', 'true');
    const before = server.sentBytes();
    const fetched = await fetchSpec(spec(), scratch);
    expect(server.sentBytes() - before).toBeLessThan(200_000);
    expect(readdirSync(fetched.dir).sort()).toEqual(['hooks', 'lib', 'run.sh', 'scripts']);
    expect(fetched.leftOut).toEqual([{ path: 'data', files: 1_001, of: 1_001, bytes: null }]);
  });

  it('has no directory that its repository has not', async () => {
    commit();
    await expect(fetchSpec(spec('#path:gone'), scratch)).rejects.toMatchObject({
      code: 'GIT_DIRECTORY_NOT_FOUND',
    });
  });

  it('needs git', async () => {
    commit();
    await expect(fetchSpec(spec(), scratch, { environment: { PATH: scratch.log } })).rejects.toMatchObject({
      code: 'GIT_MISSING',
    });
  });
});

describe('a plugin of a marketplace', () => {
  const plugins = (...entries: readonly object[]): void => {
    mkdirSync(join(dir, '.claude-plugin'));
    writeFileSync(
      join(dir, '.claude-plugin/marketplace.json'),
      JSON.stringify({ name: 'market', plugins: entries }),
    );
    for (const plugin of ['one', 'two']) {
      mkdirSync(join(dir, 'plugins', plugin, 'hooks'), { recursive: true });
      writeFileSync(
        join(dir, 'plugins', plugin, 'hooks/hooks.json'),
        `{"hooks":{"Stop":[]},"is":"${plugin}"}`,
      );
    }
  };
  const one = { name: 'one', source: './plugins/one', description: 'The first' };

  it('is the directory that the marketplace names, at one commit, by its name or where no ref has it', async () => {
    plugins(one, { name: 'two', source: './plugins/two' });
    const head = commit();
    for (const fragment of ['#plugin:one', '#one']) {
      const fetched = await fetchSpec(spec(fragment), scratch);
      expect(fetched).toMatchObject({
        name: 'one',
        spec: spec('#plugin:one'),
        resolved: spec('#path:plugins/one'),
        commit: head,
      });
      expect(readFileSync(join(fetched.dir, 'hooks/hooks.json'), 'utf8')).toContain('"is":"one"');
    }
    gitIn(dir, 'branch', 'one');
    expect(await fetchSpec(spec('#one'), scratch)).toMatchObject({
      spec: spec('#one'),
      resolved: server.address(name),
    });
  });

  it.each(['#plugin:one', '#one'])('is installed by the built command line as %s', async (fragment) => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] };
    plugins({ ...one, hooks });
    commit();
    const ended = await runHooks(scratch, ['install', spec(fragment), '--dry-run']);
    expect(ended.stderr).toBe('');
    expect(ended.stdout).toContain(`spec    ${spec('#plugin:one')}`);
  });

  it('is fetched from another repository where the marketplace says so, at the commit it pins', async () => {
    const other = join(scratch.dir, 'served', `other-${count}`);
    mkdirSync(join(other, 'hooks'), { recursive: true });
    gitIn(other, 'init', '--quiet', '--initial-branch=main');
    writeFileSync(join(other, 'hooks/hooks.json'), '{"hooks":{},"is":"other"}');
    gitIn(other, 'add', '--all');
    gitIn(other, 'commit', '--quiet', '--message=first');
    const sha = gitIn(other, 'rev-parse', 'HEAD');
    writeFileSync(join(other, 'hooks/hooks.json'), '{"hooks":{},"is":"newer"}');
    gitIn(other, 'commit', '--all', '--quiet', '--message=second');
    const url = server.address(`other-${count}`);
    plugins({ name: 'far', source: { source: 'url', url, sha } });
    commit();
    const fetched = await fetchSpec(spec('#plugin:far'), scratch);
    expect(fetched).toMatchObject({ name: 'far', resolved: `git:${url}#${sha}`, commit: sha });
    expect(readFileSync(join(fetched.dir, 'hooks/hooks.json'), 'utf8')).toContain('"is":"other"');
  });

  it('has the hooks of its entry in a manifest where it has none', async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] };
    plugins({ ...one, strict: false, hooks });
    commit();
    const { dir: at } = await fetchSpec(spec('#plugin:one'), scratch);
    const manifest = JSON.parse(readFileSync(join(at, '.claude-plugin/plugin.json'), 'utf8'));
    expect(manifest).toEqual({ name: 'one', description: 'The first', hooks });
  });

  it.each([
    { name: 'evil', source: '../evil' },
    { name: 'evil', source: './plugins/../../evil' },
    { name: 'evil', source: '/etc' },
    { name: 'evil', source: { source: 'url', url: 'https://user:secret@example.com/x.git' } },
    { name: 'evil', source: { source: 'url', url: 'ext::sh -c id' } },
    { name: 'evil', source: { source: 'github', repo: 'a/b', ref: '--upload-pack=id' } },
    { name: 'evil', source: { source: 'git-subdir', url: 'https://example.com/x.git', path: '../x' } },
    { name: 'evil', source: { source: 'npm', package: '../x' } },
    { name: 'evil', source: { source: 'archive', url: 'https://example.com/x.tgz' } },
  ])('is none where its source is %j', async (entry) => {
    plugins(one, entry);
    commit();
    await expect(fetchSpec(spec('#plugin:evil'), scratch)).rejects.toMatchObject({
      code: 'PLUGIN_NOT_FOUND',
      message: expect.stringContaining('may have hooks: one'),
    });
  });

  it.each(['', '{', '[]', '{"plugins":{}}'])('cannot be found in a list that is %j', async (text) => {
    mkdirSync(join(dir, '.claude-plugin'));
    writeFileSync(join(dir, '.claude-plugin/marketplace.json'), text);
    commit();
    await expect(fetchSpec(spec('#plugin:one'), scratch)).rejects.toMatchObject({ code: 'NO_MARKETPLACE' });
    await expect(fetchSpec(spec('#one'), scratch)).rejects.toMatchObject({ code: 'GIT_REF_NOT_FOUND' });
  });
});
