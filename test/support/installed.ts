import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The root of this repository. */
export const root: string = join(import.meta.dirname, '..', '..');

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
}

/** The folders below `packages` that are published; the others are part of the command line. */
export const publishedPackages: readonly string[] = readdirSync(join(root, 'packages')).filter(
  (name) => readManifest(join(root, 'packages', name)).private !== true,
);

/** Whether npm would run a script of the package when it installs it. */
export function hasInstallScript({ scripts = {} }: Pick<Manifest, 'scripts'>): boolean {
  return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
}

/** The directory of package `name` as Node finds it from `from`; null = it is not installed. */
export function findInstalled(from: string, name: string): string | null {
  const found = join(from, 'node_modules', name);
  if (existsSync(found)) return realpathSync(found);
  const parent = dirname(from);
  return parent === from ? null : findInstalled(parent, name);
}

/**
 * The directories of all packages from npm that npm would install for these directories, in the versions of this repository:
 * dependencies, peers, and optional dependencies for this system.
 */
export function findNeeded(directories: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const follow = (directory: string): void => {
    if (found.has(directory)) return;
    found.add(directory);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      readManifest(directory);
    const required = Object.keys({ ...dependencies, ...peerDependencies }).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional && !(name in (optionalDependencies ?? {})),
    );
    for (const name of [...required, ...Object.keys(optionalDependencies ?? {})]) {
      const needed = findInstalled(directory, name);
      if (needed !== null) follow(needed);
      else if (required.includes(name)) throw new Error(`${name} is not installed for ${directory}`);
    }
  };
  for (const directory of directories) follow(directory);
  return [...found].filter((directory) => directory.includes('/node_modules/'));
}
