import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { FileRoot } from './file-root.ts';
import { type ImportKind, isObject, lookUp } from './package-exports.ts';

/** The target of an import. */
export type Target =
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string; readonly isPure: boolean }
  | { readonly kind: 'refused'; readonly text: string; readonly isMissingLibrary?: boolean };

/** Tried in this order after a name without an extension. */
const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'];
/** A TypeScript module may be imported by the name of its output. */
const sourceOf: Readonly<Record<string, string>> = { '.js': '.ts', '.mjs': '.mts', '.cjs': '.cts' };

const INSIDE = 'a handler is built of nothing but its package';
const COPY = 'Copy what it needs into the package, or into its node_modules.';
/** `hooks build` uses libraries of the project around the package; an approval does not. */
const SHIP =
  'Install it in the package itself, or keep the package in an npm project that has it, and approve what `hooks build` makes there.';

/**
 * Resolves an import of a module of a package as Node does, but in the package alone: without directories above it,
 * tsconfig.json and `browser`.
 */
export function resolveImport(root: FileRoot, importer: string, specifier: string, kind: ImportKind): Target {
  if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier.replace(/^(node:)?/, 'node:') };
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(specifier)?.[1];
  if (scheme !== undefined) {
    const reason = scheme === 'node' ? 'this Node has no such module' : `${INSIDE}, and this is a URL`;
    return reject(`${shown(specifier)} cannot be imported: ${reason}. ${COPY}`);
  }
  if (/^(?:[/\\]|[a-z]:)/i.test(specifier))
    return reject(`${shown(specifier)} is an absolute path: ${INSIDE}. ${COPY}`);
  const directory = posix.dirname(importer);
  if (/^\.\.?(?:\/|$)/.test(specifier)) return probe(root, posix.join(directory, specifier), specifier);
  if (specifier.startsWith('#')) return resolvePrivate(root, directory, specifier, kind);
  return resolveLibrary(root, directory, specifier, kind);
}

/** The file of a path, with the extensions that may be left out. */
function probe(root: FileRoot, path: string, specifier: string): Target {
  if (path === '..' || path.startsWith('../'))
    return reject(`${shown(specifier)} leads out of the package: ${INSIDE}. ${COPY}`);
  const extension = posix.extname(path);
  const source = sourceOf[extension];
  const names = [
    ...(specifier.endsWith('/') ? [] : [path]),
    ...(source === undefined ? [] : [path.slice(0, -extension.length) + source]),
    ...EXTENSIONS.map((candidate) => path + candidate),
  ];
  for (const name of names) {
    const found = root.find(name);
    if (found.kind === 'file') return { kind: 'file', path: found.path, isPure: isPure(root, found.path) };
    if (found.kind === 'outside')
      return reject(`${shown(specifier)} is a link that leads out of the package: ${INSIDE}. ${COPY}`);
    if (found.kind === 'special')
      return reject(`${shown(specifier)} is no regular file. Put a module in its place.`);
  }
  const found = root.find(path);
  if (found.kind === 'directory') return probeDirectory(root, path, specifier);
  return reject(`${shown(specifier)} is not in the package. Correct the path, or add the file.`);
}

function probeDirectory(root: FileRoot, path: string, specifier: string): Target {
  const main = readPackage(root, path)?.['main'];
  if (typeof main === 'string' && posix.normalize(main) !== './' && posix.normalize(main) !== '.') {
    const target = probe(root, posix.join(path, main), `${specifier}/${main}`);
    if (target.kind === 'file') return target;
  }
  for (const extension of EXTENSIONS) {
    const found = root.find(posix.join(path, `index${extension}`));
    if (found.kind === 'file') return { kind: 'file', path: found.path, isPure: isPure(root, found.path) };
  }
  return reject(`${shown(specifier)} is a directory without an index module. Name the file.`);
}

/** `#name`: `imports` of the nearest package.json. */
function resolvePrivate(root: FileRoot, directory: string, specifier: string, kind: ImportKind): Target {
  const owner = directoriesUp(directory).find((candidate) => readPackage(root, candidate) !== null);
  const table = owner === undefined ? undefined : readPackage(root, owner)?.['imports'];
  const target = table === undefined ? null : lookUp(table, specifier, kind);
  if (owner === undefined || target === null)
    return reject(
      `${shown(specifier)} is not in \`imports\` of a package.json of the package. Add it there.`,
    );
  if (target.startsWith('./')) return probe(root, posix.join(owner, target), specifier);
  if (target.startsWith('#'))
    return reject(`${shown(specifier)} leads to ${shown(target)}. Name a file in \`imports\`.`);
  return resolveImport(root, posix.join(owner, 'package.json'), target, kind);
}

/** A library in a `node_modules` of the package. */
function resolveLibrary(root: FileRoot, directory: string, specifier: string, kind: ImportKind): Target {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  for (const candidate of directoriesUp(directory)) {
    const home = posix.join(candidate, 'node_modules', name);
    const found = root.find(home);
    if (found.kind === 'outside')
      return reject(`${shown(specifier)} is a link that leads out of the package: ${INSIDE}. ${COPY}`);
    if (found.kind !== 'directory') continue;
    const subpath = `.${specifier.slice(name.length)}`;
    const { exports } = readPackage(root, home) ?? {};
    if (exports === undefined || exports === null)
      return subpath === '.'
        ? probeDirectory(root, home, specifier)
        : probe(root, posix.join(home, subpath), specifier);
    const target = lookUp(exports, subpath, kind);
    if (target === null || !target.startsWith('./'))
      return reject(
        `${shown(specifier)} is not among the \`exports\` of ${shown(name)}. Import what it offers.`,
      );
    const path = posix.join(home, target);
    if (!path.startsWith(`${home}/`)) return reject(`\`exports\` of ${shown(name)} leads out of it. ${COPY}`);
    return probe(root, path, specifier);
  }
  const text = `${shown(specifier)} is not in the package: ${INSIDE}, @hookmd/sdk and Node's modules. ${SHIP}`;
  return { kind: 'refused', text, isMissingLibrary: true };
}

/** From the directory of the importing module up to the package itself. */
function directoriesUp(directory: string): readonly string[] {
  const parts = directory === '.' ? [] : directory.split('/');
  return [...parts.keys(), parts.length].reverse().map((count) => parts.slice(0, count).join('/') || '.');
}

/** Whether the library declares that its modules have no side effects. */
function isPure(root: FileRoot, path: string): boolean {
  if (!path.includes('node_modules/')) return false;
  const owner = directoriesUp(posix.dirname(path)).find((candidate) => readPackage(root, candidate) !== null);
  return owner !== undefined && readPackage(root, owner)?.['sideEffects'] === false;
}

function readPackage(root: FileRoot, directory: string): Readonly<Record<string, unknown>> | null {
  const found = root.find(posix.join(directory, 'package.json'));
  if (found.kind !== 'file') return null;
  try {
    const value: unknown = JSON.parse(root.read(found.path).toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function reject(text: string): Target {
  return { kind: 'refused', text };
}

function shown(text: string): string {
  return `"${text.length > 120 ? `${text.slice(0, 120)}…` : text}"`;
}
