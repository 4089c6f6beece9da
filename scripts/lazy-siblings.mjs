/**
 * esbuild plugin: whatever the command line imports with `import('…')` becomes a bundle of its own, a file beside
 * `hooks.cjs` that is loaded by `require` when the import is reached. So the event path loads nothing it does not need.
 *
 * A file named in `lazyFunctions` is loaded the same way, though it is imported as usual: when the function is called.
 *
 * Bundles share nothing: a module that two of them import exists twice at run time, and so does its state.
 */
import path from 'node:path';

const NAMESPACE = 'lazy-sibling';
const FUNCTION_NAMESPACE = 'lazy-function';

/** Files that most calls never need, by the one function each exports. */
const lazyFunctions = {
  'packages/core/src/errors/catalogue-rows.ts': 'makeCatalogue',
  'packages/shell/src/split.ts': 'splitShell',
};

/** `takeNew()` returns the entry points found since the last call: build until there are none. */
export function lazySiblings({ external }) {
  const files = new Map();
  let found = {};

  /** The same name for the same file in every build: `commands-list`, `core-dispatch-plan`, `npm-semver`. */
  function register(file) {
    const name = siblingName(file);
    if (files.has(name) && files.get(name) !== file) {
      throw new Error(`${file} and ${files.get(name)} would both be bundled as ${name}.cjs: rename one.`);
    }
    if (!files.has(name)) found[name] = file;
    files.set(name, file);
    return name;
  }

  const plugin = {
    name: NAMESPACE,
    setup(build) {
      build.onResolve(
        { filter: /.*/ },
        async ({ kind, path: specifier, importer, resolveDir, namespace }) => {
          if (namespace === NAMESPACE || namespace === FUNCTION_NAMESPACE)
            return { path: specifier, external: true };
          const isLazyFunction = Object.keys(lazyFunctions).some(
            (file) => kind === 'import-statement' && path.basename(file) === path.basename(specifier),
          );
          if (isLazyFunction)
            return { path: path.resolve(resolveDir, specifier), namespace: FUNCTION_NAMESPACE };
          if (kind !== 'dynamic-import' || isIn(external, specifier)) return undefined;
          const target = await build.resolve(specifier, { kind: 'import-statement', importer, resolveDir });
          if (target.errors.length > 0) return { errors: target.errors };
          const file = target.external ? target.path : `./${register(target.path)}.cjs`;
          return { path: file, namespace: NAMESPACE };
        },
      );
      build.onLoad({ filter: /.*/, namespace: FUNCTION_NAMESPACE }, ({ path: file }) => {
        const name = lazyFunctions[path.relative(process.cwd(), file)];
        const sibling = JSON.stringify(`./${register(file)}.cjs`);
        return { contents: `export const ${name} = (...given) => require(${sibling}).${name}(...given);` };
      });
      // A module of its own, because esbuild's own `import()` of an external file would lose its default export.
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path: file }) => ({
        contents: `export * from ${JSON.stringify(file)}; export { default } from ${JSON.stringify(file)};`,
      }));
    },
  };

  function takeNew() {
    const entryPoints = found;
    found = {};
    return entryPoints;
  }

  return { plugin, takeNew };
}

function siblingName(file) {
  const inPackage = file.split(`${path.sep}node_modules${path.sep}`);
  const relative =
    inPackage.length > 1
      ? `npm/${inPackage.at(-1)}`
      : path
          .relative('packages', file)
          .replace(/^cli\/src\//, '')
          .replace('/src/', '/');
  return relative
    .replace(/\.[cm]?[jt]s$/, '')
    .replace(/\/index$/, '')
    .replace(/[^A-Za-z0-9._]+/g, '-');
}

function isIn(external, specifier) {
  return external.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}
