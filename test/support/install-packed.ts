import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findInstalled, findNeeded, publishedPackages, root } from './installed.ts';

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  packageManager: string;
};
const PLATFORM = `${process.platform}-${process.arch}`;

export interface Packed {
  /** Folders below `packages`, packed as they are published. */
  readonly packages: readonly string[];
  /** What their user has beside them, each named behind what it is found from: `core>zod`; `*` = this system. */
  readonly libraries?: readonly string[];
}

/**
 * Packs packages of this repository into `directory` as they are published, with the developer's own npm settings and cache,
 * which are needed to find pnpm. Without names: all that are published.
 */
export function pack(directory: string, names: readonly string[] = publishedPackages): void {
  const filters = names.map((name) => `--filter=./packages/${name}`);
  execFileSync('npx', ['--yes', packageManager, '-r', ...filters, 'pack', '--pack-destination', directory], {
    cwd: root,
    stdio: 'pipe',
  });
}

/**
 * Installs into an empty folder what we publish, packed, and libraries in the versions of this repository; no registry
 * is asked.
 */
export function installPacked(directory: string, { packages, libraries = [] }: Packed): void {
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{"private":true,"type":"module"}');
  pack(directory, packages);
  for (const needed of findNeeded(packages.map((name) => join(root, 'packages', name))))
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', directory, needed], {
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
  for (const name of names) {
    const found = findInstalled(from, name);
    if (found === null) throw new Error(`${name} is not installed here`);
    from = found;
  }
  return from;
}
