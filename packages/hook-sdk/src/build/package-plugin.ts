import { posix } from 'node:path';
import type { Loader, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from './bundler.ts';
import { entryText } from './entry-text.ts';
import type { FileRoot } from './file-root.ts';
import type { BuildRequest, BuiltFile } from './request.ts';
import { resolveImport } from './resolve-import.ts';

/** Namespaces of files. The names are in the comments of a built handler. */
export const PACKAGE = 'package';
export const SDK = '@hookmd/sdk';
export const LIBRARY = 'library';
export const ENTRY = 'entry';
const MISSING = 'missing';

const loaders: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.json': 'json',
};

const MAX_DEPTH = 2_000;

/** The modules of the SDK that a handler may import; the others are for tests and tools. */
const sdkModules: Readonly<Record<string, string>> = {
  [SDK]: 'index',
  [`${SDK}/serve`]: 'serve',
  [`${SDK}/serve/opencode`]: 'serve/opencode/plugins',
};
/** Plugins of OpenCode import it for types, and to define tools. */
const OPENCODE = /^@opencode-ai\/plugin(?:\/tool)?$/;

/** The directories with the modules of a handler. */
export interface PackageRoots {
  readonly package: FileRoot;
  readonly sdk: FileRoot;
  readonly around: Around | null;
}

/** An npm project around the package, for packages that are prepared for publishing; never for an approval. */
export interface Around {
  readonly libraries: FileRoot;
  /** From the project to the package, with `/`. */
  readonly packagePath: string;
}

/**
 * esbuild plugin that resolves and reads every module. esbuild itself reads no file, so neither the location of the
 * package nor configuration files beside it change the result.
 */
export function packagePlugin(request: BuildRequest, form: BuiltFile, roots: PackageRoots): Plugin {
  const all: Readonly<Record<string, FileRoot | undefined>> = {
    [SDK]: roots.sdk,
    [LIBRARY]: roots.around?.libraries,
  };
  const rootOf = (namespace: string): FileRoot => all[namespace] ?? roots.package;
  return {
    name: 'hookmd',
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.kind === 'entry-point') return { path: ENTRY, namespace: ENTRY };
        if (request.protocol === 'opencode' && OPENCODE.test(args.path))
          return findSdkFile('serve/opencode/tool', roots.sdk) ?? { path: args.path, namespace: MISSING };
        const sdk = sdkModule(args.path, roots.sdk);
        if (sdk !== null) return sdk;
        return resolve(rootOf(args.namespace), args, request, roots.around);
      });
      build.onLoad({ filter: /.*/, namespace: ENTRY }, () => ({
        contents: entryText(request, form),
        loader: 'js',
      }));
      build.onLoad({ filter: /.*/, namespace: MISSING }, ({ path }) => ({ contents: missingText(path) }));
      for (const namespace of [PACKAGE, SDK, LIBRARY])
        build.onLoad({ filter: /.*/, namespace }, ({ path }) => load(rootOf(namespace), path));
    },
  };
}

function sdkModule(specifier: string, root: FileRoot): OnResolveResult | null {
  if (specifier !== SDK && !specifier.startsWith(`${SDK}/`)) return null;
  const name = Object.hasOwn(sdkModules, specifier) ? sdkModules[specifier] : undefined;
  const found = name === undefined ? null : findSdkFile(name, root);
  if (found !== null) return { ...found, sideEffects: specifier !== SDK };
  const text = `"${specifier}" is for tests and tools, not for a handler. Import from "${SDK}".`;
  return { errors: [{ text }] };
}

function findSdkFile(name: string, root: FileRoot): OnResolveResult | null {
  const found = ['.js', '.ts'].map((extension) => root.find(name + extension));
  const file = found.find(({ kind }) => kind === 'file');
  return file !== undefined && 'path' in file ? { path: file.path, namespace: SDK } : null;
}

function resolve(
  root: FileRoot,
  args: OnResolveArgs,
  request: BuildRequest,
  around: Around | null,
): OnResolveResult {
  const isRequire = args.kind === 'require-call';
  if (args.kind !== 'import-statement' && args.kind !== 'dynamic-import' && !isRequire)
    return {
      errors: [{ text: `${args.kind} has no meaning in a built handler. Import the module instead.` }],
    };
  if (args.namespace === ENTRY) return entryModule(root, request.file);
  const attribute = Object.entries(args.with).find(([key, value]) => key !== 'type' || value !== 'json');
  if (attribute !== undefined)
    return {
      errors: [{ text: `An import with ${attribute.join(': ')} is not built. Only \`type: "json"\` is.` }],
    };
  const kind = isRequire ? 'require' : 'import';
  let target = resolveImport(root, args.importer, args.path, kind);
  let { namespace } = args;
  if (target.kind === 'refused' && target.isMissingLibrary && around !== null) {
    const importer = namespace === PACKAGE ? posix.join(around.packagePath, args.importer) : args.importer;
    target = resolveImport(around.libraries, importer, args.path, kind);
    namespace = LIBRARY;
  }
  // Libraries try to load optional modules: to them it is not installed.
  if (target.kind === 'refused' && isRequire && args.importer.includes('node_modules/'))
    return { path: args.path, namespace: MISSING };
  if (target.kind === 'refused') {
    const isNowhere = target.isMissingLibrary && around !== null;
    const text = `"${args.path}" is neither in the package nor in a node_modules of the npm project around it. Install it there.`;
    return { errors: [{ text: isNowhere ? text : target.text }] };
  }
  if (target.kind === 'builtin') return { path: target.name, external: true, sideEffects: false };
  if (loaders[posix.extname(target.path)] === undefined)
    return { errors: [{ text: `"${args.path}" is no module that can be built: ${unbuilt(target.path)}` }] };
  const pure = target.isPure ? { sideEffects: false } : {};
  return { path: target.path, namespace, ...pure };
}

function unbuilt(path: string): string {
  if (posix.extname(path) === '.node')
    return 'native code cannot be part of one file. Use a library without it, or make the hook a `command`.';
  return `its name ends in none of ${Object.keys(loaders).join(' ')}. Read it as a file of \`HOOK_DIR\`.`;
}

function entryModule(root: FileRoot, file: string): OnResolveResult {
  const found = root.find(file);
  const wrong = {
    file: null,
    directory: 'is a directory. Name the module in it as `handler` in HOOK.md.',
    missing: 'is not in the package. Add it, or correct `handler` in HOOK.md.',
    outside: 'is a link that leads out of the package. Copy the module into it.',
    special: 'is no regular file. Put a module in its place.',
  }[found.kind];
  if (wrong !== null) return { errors: [{ text: `The handler ${wrong}`, location: { file } }] };
  const path = 'path' in found ? found.path : file;
  if (loaders[posix.extname(path)] === undefined || path.endsWith('.json'))
    return { errors: [{ text: `The handler is no module: ${unbuilt(path)}`, location: { file } }] };
  return { path, namespace: PACKAGE };
}

function missingText(specifier: string): string {
  const message = JSON.stringify(`"${specifier}" is not part of this handler`);
  return `throw Object.assign(new Error(${message}), { code: 'MODULE_NOT_FOUND' });`;
}

function load(root: FileRoot, path: string): OnLoadResult {
  const reject = (text: string): OnLoadResult => ({ errors: [{ text, location: { file: path } }] });
  let bytes: Buffer;
  try {
    bytes = root.read(path);
  } catch (error) {
    const { message } = error as Error;
    return reject(
      `The file ${/^[A-Z]+:/.test(message) ? `cannot be read: ${message}` : message}. Fix or split it.`,
    );
  }
  try {
    const contents = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isTooDeep(contents))
      return reject(`The file has brackets more than ${MAX_DEPTH} levels deep. Make the module simpler.`);
    return { contents, loader: loaders[posix.extname(path)] ?? 'js' };
  } catch {
    return reject('The file is not UTF-8 text. Save it as UTF-8.');
  }
}

/** The parser needs memory for each level. Brackets in strings count too; the limit leaves room for them. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x28 || code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x29 || code === 0x5d || code === 0x7d) depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
