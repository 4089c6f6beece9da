import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { lazySiblings } from './lazy-siblings.mjs';
import { thirdPartyLicences } from './third-party-licences.mjs';

const root = path.dirname(import.meta.dirname);

/** Libraries that many commands load: a file each, instead of a copy in each command. */
const SHARED = ['yaml', 'unbash'];
const sharedFile = (name) => `./shared-${name}.cjs`;

/** esbuild's library runs only from a file of this name; see copyEsbuild. */
const ESBUILD = './esbuild/lib/main.js';

/**
 * Bundles the command line into `outdir`, in the root of the clone. What it imports lazily becomes files beside `hooks.cjs`.
 * Without `minify`, a comment names the source file of each part.
 */
export async function bundleCli({ outdir, minify = true }) {
  const { version } = JSON.parse(await readFile('packages/cli/package.json', 'utf8'));
  const external = [ESBUILD, ...SHARED.map(sharedFile)];
  const siblings = lazySiblings({ external });
  const outputs = [];

  for (
    let entryPoints = { hooks: 'packages/cli/src/hooks.ts', supervisor: 'packages/cli/src/supervisor.ts' };
    Object.keys(entryPoints).length > 0;
    entryPoints = siblings.takeNew()
  ) {
    const { metafile } = await esbuild.build({
      entryPoints,
      outdir,
      outExtension: { '.js': '.cjs' },
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      conditions: ['hookmd-source'],
      external,
      alias: {
        esbuild: ESBUILD,
        ...Object.fromEntries(SHARED.map((name) => [name, sharedFile(name)])),
        'js-yaml': path.join(root, 'scripts/no-js-yaml.cjs'),
        // Its CommonJS form hides what it requires from bundlers.
        'jsonc-parser': path.join(root, 'packages/cli/node_modules/jsonc-parser/lib/esm/main.js'),
      },
      plugins: [siblings.plugin],
      banner: 'hooks' in entryPoints ? { js: '#!/usr/bin/env node' } : {},
      define: {
        HOOKMD_VERSION: JSON.stringify(version),
        'import.meta.dirname': '__dirname',
        'import.meta.filename': '__filename',
      },
      minify,
      legalComments: 'none',
      metafile: true,
      // `import.meta.url` is empty in CommonJS, and found missing only when it runs.
      logOverride: { 'empty-import-meta': 'error', 'direct-eval': 'silent' },
    });
    outputs.push(...Object.values(metafile.outputs));
  }

  outputs.push(...(await bundleShared({ outdir, minify })), ...(await bundleApp({ outdir, minify })));
  await chmod(`${outdir}/hooks.cjs`, 0o755);
  for (const file of ['launcher/hooks-fire.c', 'launcher/hooks-fire.sh'])
    await cp(`packages/cli/src/${file}`, `${outdir}/${path.basename(file)}`);
  const copied = await copyEsbuild(outdir);
  await writeFile(`${outdir}/THIRD_PARTY_LICENSES.txt`, await thirdPartyLicences(outputs, [copied]));
}

/** Bundles the app of `hooks ui`, for browsers. */
async function bundleApp({ outdir, minify }) {
  const { metafile } = await esbuild.build({
    entryPoints: { app: 'packages/ui/src/app/main.tsx' },
    absWorkingDir: root,
    outdir,
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['hookmd-source'],
    // Functions of core that need Node are in the same entry points as those that do not, and must not remain.
    external: ['node:*'],
    minify,
    legalComments: 'none',
    metafile: true,
  });
  const needed = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.map(({ path: name }) => name),
  );
  if (needed.length > 0) throw new Error(`The app imports ${needed.join(', ')}, which browsers do not have.`);
  return Object.values(metafile.outputs);
}

/** Bundles the shared libraries, as core imports them. */
async function bundleShared({ outdir, minify }) {
  const { metafile } = await esbuild.build({
    entryPoints: Object.fromEntries(SHARED.map((name) => [sharedFile(name).slice(2, -4), name])),
    absWorkingDir: root,
    nodePaths: ['core', 'shell'].map((name) => path.join(root, 'packages', name, 'node_modules')),
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify,
    legalComments: 'none',
    metafile: true,
  });
  return Object.values(metafile.outputs);
}

/**
 * Copies the library of esbuild beside the bundles, and returns its directory. Its program for each system is an optional dependency of the
 * command line: the package esbuild itself has an install script, which npm 11 holds back with a warning.
 */
async function copyEsbuild(outdir) {
  const library = createRequire(import.meta.url).resolve('esbuild');
  await mkdir(`${outdir}/esbuild/lib`, { recursive: true });
  await cp(library, path.join(outdir, ESBUILD));
  await writeFile(`${outdir}/esbuild/package.json`, '{ "type": "commonjs" }\n');
  return path.relative(root, path.dirname(path.dirname(library)));
}
