import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { lazySiblings } from './lazy-siblings.mjs';
import { thirdPartyLicences } from './third-party-licences.mjs';

const root = path.dirname(import.meta.dirname);

/**
 * Bundles the command line into `outdir`, in the root of the clone. What it imports lazily becomes files beside `hooks.cjs`.
 * Without `minify`, a comment names the source file of each part.
 */
export async function bundleCli({ outdir, minify = true }) {
  const { version, dependencies = {} } = JSON.parse(await readFile('packages/cli/package.json', 'utf8'));
  const siblings = lazySiblings({ external: Object.keys(dependencies) });
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
      external: Object.keys(dependencies),
      alias: {
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

  await chmod(`${outdir}/hooks.cjs`, 0o755);
  for (const file of ['launcher/hooks-fire.c', 'launcher/hooks-fire.sh'])
    await cp(`packages/cli/src/${file}`, `${outdir}/${path.basename(file)}`);
  await writeFile(`${outdir}/THIRD_PARTY_LICENSES.txt`, await thirdPartyLicences(outputs));
}
