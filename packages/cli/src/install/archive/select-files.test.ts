import { describe, expect, it } from 'vitest';
import { selectFiles } from './select-files.ts';
import type { FoundEntry, Tree } from './validate-entries.ts';

type Files = Readonly<Record<string, string | { readonly link: string }>>;

const entry = (name: string, content: string | { readonly link: string } = ''): FoundEntry => {
  const isLink = typeof content !== 'string';
  return {
    name,
    kind: isLink ? 'link' : 'file',
    mode: 0o644,
    size: isLink ? 0 : content.length,
    target: isLink ? content.link : null,
    read: () => Buffer.from(isLink ? content.link : content),
  };
};
const command = (line: string): string =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: line }] }] } });
/** Enough to make a plugin large: nothing names them. */
const filler = Array.from({ length: 1_001 }, (_, index) => entry(`unnamed/${index}.js`));
const plugin = (files: Files, rest: readonly FoundEntry[] = filler): Tree => ({
  entries: [...Object.entries(files).map(([name, content]) => entry(name, content)), ...rest],
});

/** What is kept of a large plugin whose one hook runs this command, without the definition of the hook. */
async function keptOf(line: string, files: Files): Promise<readonly string[]> {
  const { tree } = await selectFiles(plugin({ 'hooks/hooks.json': command(line), ...files }));
  return tree.entries.map(({ name }) => name).filter((name) => name !== 'hooks/hooks.json');
}

const rows: readonly {
  readonly is: string;
  readonly runs: string;
  readonly keeps: Files;
  readonly leaves?: Files;
}[] = [
  {
    is: 'the script that a command names, with what is beside it',
    runs: 'node "$CLAUDE_PLUGIN_ROOT"/scripts/run.js',
    keeps: { 'scripts/run.js': '', 'scripts/other.js': '', 'scripts/lib/more.js': '' },
    leaves: { 'tools/run.js': '' },
  },
  {
    is: 'what a script imports, and what that imports in turn',
    runs: 'node "$CLAUDE_PLUGIN_ROOT/scripts/run.js"',
    keeps: {
      'scripts/run.js': "import '../core/a.js'",
      'core/a.js': "require('../base/b')",
      'base/b.cjs': '',
    },
  },
  {
    is: 'a file whose path is joined out of strings',
    runs: "node -e \"require(require('path').join(process.env.CLAUDE_PLUGIN_ROOT, 'bin', 'run.js'))\"",
    keeps: { 'bin/run.js': "readFileSync(join(root,\n  'rules',\n  'all.md'))", 'rules/all.md': '' },
    leaves: { 'join/x.js': '' },
  },
  {
    is: 'a directory of which the names are composed, also if programs seldom read such a one',
    runs: '"$CLAUDE_PLUGIN_ROOT"/bin/run.sh',
    keeps: {
      'bin/run.sh': 'cat "$ROOT/docs/$LANGUAGE.md" "$ROOT/sounds/$1.mp3"',
      'docs/de.md': '',
      'sounds/done.mp3': '',
    },
    leaves: { 'docs/picture.png': '', 'examples/a.js': '' },
  },
  {
    is: 'every directory of a list',
    runs: '$CLAUDE_PLUGIN_ROOT/bin/run.mjs',
    keeps: {
      'bin/run.mjs': "for (const name of ['skills', 'agents']) readdirSync(join(root, name))",
      'skills/one/SKILL.md': '',
      'agents/one.md': '',
    },
  },
  {
    is: 'a picture, an archive and a test that are named by their path',
    runs: '$CLAUDE_PLUGIN_ROOT/bin/run.sh',
    keeps: {
      'bin/run.sh':
        '. "$HERE/../tests/common.sh"; notify -i "$ROOT/assets/icon.png"; tar xf "$ROOT/data.tgz"',
      'tests/common.sh': '',
      'assets/icon.png': '',
      'data.tgz': '',
    },
    leaves: { 'assets/logo.png': '', 'tests/run.test.js': '' },
  },
  {
    is: 'modules of Python by their dotted names',
    runs: 'PYTHONPATH=$CLAUDE_PLUGIN_ROOT python3 -m guard.main',
    keeps: {
      'guard/main.py': 'from rules.shell import check',
      'guard/__init__.py': '',
      'rules/shell.py': '',
    },
  },
  {
    is: 'the packages of node_modules that a program names, with those that they name',
    runs: 'node $CLAUDE_PLUGIN_ROOT/run.js',
    keeps: {
      'run.js': "import picomatch from 'picomatch'; import { a } from '@acme/a'",
      'node_modules/picomatch/index.js': "require('braces')",
      'node_modules/braces/package.json': '{}',
      'node_modules/@acme/a/dist/a.js': '',
    },
    leaves: { 'node_modules/vitest/index.js': '', 'node_modules/picomatch/test/a.js': '' },
  },
  {
    is: 'where a link leads',
    runs: '$CLAUDE_PLUGIN_ROOT/bin/run.sh',
    keeps: { 'bin/run.sh': '', 'bin/data': { link: '../shared/data' }, 'shared/data/a.txt': '' },
    leaves: { 'other/a.txt': '' },
  },
  {
    is: 'what the settings beside a script name',
    runs: '$CLAUDE_PLUGIN_ROOT/bin/run.sh',
    keeps: {
      'bin/run.sh': 'jq . "$HERE/run.json"',
      'bin/run.json': '{"rules":["rules/a.txt"]}',
      'rules/a.txt': '',
    },
  },
  {
    is: 'the compiled program, and not the sources of it',
    runs: 'node $CLAUDE_PLUGIN_ROOT/scripts/run.js',
    keeps: { 'scripts/run.js': "import '../dist/a/b.js'; glob('src/*')", 'dist/a/b.js': '' },
    leaves: { 'src/a/b.ts': '', 'dist/a/b.js.map': '', 'dist/a/b.d.ts': '' },
  },
  {
    is: 'sources that are run as they are',
    runs: 'bun $CLAUDE_PLUGIN_ROOT/src/run.ts',
    keeps: { 'src/run.ts': "import './a.js'", 'src/a.ts': '' },
  },
  {
    is: 'nothing that only a comment names, or a text for people',
    runs: '$CLAUDE_PLUGIN_ROOT/bin/run.js',
    keeps: {
      'bin/run.js': '// like tools/x.js\n/*\n * or tools/y.js\n */',
      'bin/README.md': 'see `tools/x.js`',
    },
    leaves: { 'tools/x.js': '', 'tools/y.js': '' },
  },
  {
    is: 'what is at the top, as package.json and a license are',
    runs: 'true',
    keeps: { 'package.json': '{"main":"./lib/a.js"}', LICENSE: '', '.mcp.json': '{"command":"./lib/a.js"}' },
    leaves: { 'lib/a.js': '', 'demo.gif': '' },
  },
];

describe('of a large plugin is kept', () => {
  it.each(rows)('$is', async ({ runs, keeps, leaves = {} }) => {
    expect([...(await keptOf(runs, { ...keeps, ...leaves }))].sort()).toEqual(Object.keys(keeps).sort());
  });

  it('of a large directory, only what is near the file that is named', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_001 }, (_, index) => [`all/many/${index}.js`, '']),
    );
    const kept = await keptOf('$CLAUDE_PLUGIN_ROOT/all/bin/run.sh', {
      'all/bin/run.sh': '',
      'all/a.js': '',
      ...many,
    });
    expect(kept).toEqual(['all/bin/run.sh']);
  });

  it('what the hooks of a repository for itself run, and not its other settings', async () => {
    const hooks = { stop: [{ command: './tools/stop.sh' }] };
    const { tree } = await selectFiles(
      plugin({
        '.cursor/hooks.json': JSON.stringify({ version: 1, hooks, env: './other/x.sh' }),
        'tools/stop.sh': '',
        'other/x.sh': '',
      }),
    );
    expect(tree.entries.map(({ name }) => name)).toEqual(['.cursor/hooks.json', 'tools/stop.sh']);
  });

  it('what its manifest declares as hooks, and not what else it names', async () => {
    const manifest = JSON.stringify({ skills: ['./skills/'], hooks: ['./config/hooks.json'] });
    const { tree } = await selectFiles(
      plugin({
        '.claude-plugin/plugin.json': manifest,
        'config/hooks.json': command(`\${CLAUDE_PLUGIN_ROOT}/bin/run.sh`),
        'bin/run.sh': '',
        'skills/a/SKILL.md': '',
      }),
    );
    const names = ['.claude-plugin/plugin.json', 'config/hooks.json', 'bin/run.sh'];
    expect(tree.entries.map(({ name }) => name)).toEqual(names);
  });
});

describe('what is left out', () => {
  it('is listed by what it belongs to, with how many files of how many, and their size', async () => {
    const { leftOut } = await selectFiles(
      plugin({
        'hooks/hooks.json': command('$CLAUDE_PLUGIN_ROOT/bin/run.sh'),
        'bin/run.sh': '',
        'bin/run.test.js': 'four',
        'logo.png': 'picture',
      }),
    );
    expect(leftOut).toEqual([
      { path: 'unnamed', files: 1_001, of: 1_001, bytes: 0 },
      { path: 'bin', files: 1, of: 2, bytes: 4 },
      { path: 'logo.png', files: 1, of: 1, bytes: 7 },
    ]);
  });

  it('has no size where the source did not send it', async () => {
    const unknown = entry('docs/a.md');
    const files = plugin({ 'hooks/hooks.json': command('true') }, [...filler, { ...unknown, size: null }]);
    const { leftOut } = await selectFiles(files);
    expect(leftOut).toContainEqual({ path: 'docs', files: 1, of: 1, bytes: null });
  });

  it('is nothing of a plugin of 1,000 files and 8 MB', async () => {
    const big = { ...entry('video.mp4'), size: 8 * 1024 * 1024 - command('true').length };
    const rest = [...filler.slice(3), big];
    const tree = plugin({ 'hooks/hooks.json': command('true') }, rest);
    expect(await selectFiles(tree)).toEqual({ tree, leftOut: [] });
    const larger = plugin({ 'hooks/hooks.json': command('true') }, [{ ...big, size: big.size + 1 }]);
    expect((await selectFiles(larger)).tree.entries.map(({ name }) => name)).toEqual(['hooks/hooks.json']);
  });

  it('is nothing of a package of HookMD, which is too large instead', async () => {
    const files = { 'hooks/hooks.json': command('true'), 'hooks/a/HOOK.md': '' };
    await expect(selectFiles(plugin(files, [...filler, ...filler]))).rejects.toMatchObject({
      code: 'PACKAGE_TOO_LARGE',
    });
  });

  it('is the most of a large marketplace, but not what shows which of its plugins have hooks', async () => {
    const files = {
      '.claude-plugin/marketplace.json': '{}',
      'one/hooks/hooks.json': '{}',
      'two/agents/a.md': '',
    };
    const { tree } = await selectFiles(plugin(files, [...filler, ...filler]));
    const names = tree.entries.map(({ name }) => name);
    expect(names).toEqual(['.claude-plugin/marketplace.json', 'one/hooks/hooks.json']);
  });

  it('is not enough where what is named is too large itself', async () => {
    const bin = Array.from({ length: 900 }, (_, index) => [`bin/${index}.js`, `'lib${index % 3}'`]);
    const lib = [0, 1, 2].flatMap((at) =>
      Array.from({ length: 900 }, (_, index) => [`lib${at}/${index}`, '']),
    );
    const files = Object.fromEntries([...bin, ...lib]);
    const tree = plugin({
      'hooks/hooks.json': command('$CLAUDE_PLUGIN_ROOT/bin/$NAME; bin/1.js bin/2.js bin/3.js'),
      ...files,
    });
    await expect(selectFiles(tree)).rejects.toMatchObject({ code: 'PACKAGE_TOO_LARGE' });
  });
});
