import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  packageManager: string;
};
const PLATFORM = `${process.platform}-${process.arch}`;

export interface Packed {
  /** Folders below `packages`, packed as they are published. */
  readonly packages: readonly string[];
  /** What they depend on, each named behind what it is found from: `cli>esbuild`; `*` = this system. */
  readonly needs: readonly string[];
  /** What their user has beside them, named like that. */
  readonly libraries?: readonly string[];
}

/**
 * Installs into an empty folder what we publish, packed, and libraries in the versions of this repository; no registry
 * is asked.
 */
export function installPacked(directory: string, { packages, needs, libraries = [] }: Packed): void {
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{"private":true,"type":"module"}');
  // The developer's own npm settings and cache are needed to find pnpm; what is tested runs without them.
  for (const name of packages)
    execFileSync('npx', ['--yes', packageManager, 'pack', '--pack-destination', directory], {
      cwd: join(root, 'packages', name),
      stdio: 'pipe',
    });
  for (const need of needs)
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', directory, directoryOf(need)], {
      stdio: 'pipe',
    });
  const tarballs = readdirSync(directory).filter((name) => name.endsWith('.tgz'));
  execFileSync(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', ...tarballs.map((name) => `./${name}`)],
    { cwd: directory, stdio: 'pipe' },
  );
  for (const library of libraries) {
    const name = library.replace('*', PLATFORM).split('>').at(-1) ?? library;
    cpSync(directoryOf(library), join(directory, 'node_modules', name), { recursive: true });
  }
}

/** Each is looked for beside the one before it, as Node would, whatever it exports. */
function directoryOf(way: string): string {
  const [first = '', ...names] = way.replace('*', PLATFORM).split('>');
  let from = join(root, first === 'root' ? '.' : `packages/${first}`);
  for (const name of names) from = findUpward(from, name);
  return from;
}

function findUpward(from: string, name: string): string {
  const found = join(from, 'node_modules', name);
  if (existsSync(found)) return realpathSync(found);
  const parent = dirname(from);
  if (parent === from) throw new Error(`${name} is not installed here`);
  return findUpward(parent, name);
}
