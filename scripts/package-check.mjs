/**
 * Checks what would be published: `node scripts/package-check.mjs [publint] [attw] [modes] [reproducible] [sbom] [knip]`, all without a name.
 * The packages are packed as for a release; each check says one line, and what it found if it is not fine.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const tarballs = mkdtempSync(path.join(tmpdir(), 'hookmd-packed-'));
const packages = readdirSync(path.join(root, 'packages')).filter(isPublished);

const checks = {
  publint() {
    for (const folder of packages) run('publint', ['run', tarballOf(folder), '--strict']);
  },
  attw() {
    const options = ['--profile', 'esm-only', '--no-emoji', '--format', 'ascii'];
    const programs = ['cli', 'create-hookmd'];
    const libraries = packages.filter((folder) => !programs.includes(folder));
    for (const folder of libraries) run('attw', [...options, tarballOf(folder)]);
  },
  /** pnpm packs every file as 0644 unless `bin` or `publishConfig.executableFiles` names it. */
  modes() {
    const packed = new Set(executablesIn(run('tar', ['-tvzf', tarballOf('cli')])));
    const built = run('find', ['packages/cli/dist', '-type', 'f', '-perm', '-100']).trim().split('\n');
    const lost = built.map((file) => file.replace('packages/cli/', '')).filter((file) => !packed.has(file));
    const remedy = 'Name them in publishConfig.executableFiles of packages/cli/package.json.';
    if (lost.length > 0) throw new Error(`Not executable once packed:\n  ${lost.join('\n  ')}\n${remedy}`);
  },
  /** The same sources give the same bytes, also from another pack. */
  reproducible() {
    const first = digestsIn(tarballs);
    const again = mkdtempSync(path.join(tmpdir(), 'hookmd-packed-'));
    try {
      pack(again);
      const differing = Object.entries(digestsIn(again)).filter(([file, digest]) => first[file] !== digest);
      if (differing.length > 0)
        throw new Error(`packed twice, and not equal: ${differing.map(([file]) => file).join(', ')}`);
    } finally {
      rmSync(again, { recursive: true, force: true });
    }
  },
  sbom() {
    run('node', ['scripts/sbom.mjs', path.join(tarballs, 'hookmd.cdx.json')]);
  },
  knip() {
    run('knip', ['--no-config-hints']);
  },
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks);
try {
  if (wanted.some((name) => name !== 'knip')) {
    pack(tarballs);
  }
  for (const name of wanted) {
    try {
      checks[name]();
      console.log(`ok      ${name}`);
    } catch (error) {
      console.error(`FAILED  ${name}: ${error.message}`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(tarballs, { recursive: true, force: true });
}

function pack(directory) {
  const filters = packages.map((folder) => `--filter=./packages/${folder}`);
  const words = ['-r', ...filters, 'pack', '--pack-destination', directory];
  run('npx', ['--yes', packageManager, ...words]);
}

/** The hash of each tarball by its name. */
function digestsIn(directory) {
  const files = readdirSync(directory).filter((file) => file.endsWith('.tgz'));
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(path.join(directory, file)))
        .digest('hex'),
    ]),
  );
}

function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

function executablesIn(listing) {
  const lines = listing.split('\n').filter((line) => /^-..x/.test(line));
  return lines.map((line) => line.replace(/^.* package\//, ''));
}

function tarballOf(folder) {
  const { name, version } = JSON.parse(readFileSync(manifestOf(folder), 'utf8'));
  return path.join(tarballs, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}

function isPublished(folder) {
  const manifest = manifestOf(folder);
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).private !== true;
}

function manifestOf(folder) {
  return path.join(root, 'packages', folder, 'package.json');
}
