/**
 * Writes into the bundled hooks what they share with the packages and with each other: `node scripts/generate-hook-files.mjs`.
 *
 * A hook is copied to the store by itself and can import nothing from outside of its directory. The build calls this; git
 * ignores what it writes.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.dirname(import.meta.dirname);

const rows = [
  [
    'packages/shell/src/index.ts',
    'block-dangerous/shell',
    'no-force-push/shell',
    'protect-paths/shell',
    'git-safety/shell',
    'infra-safety/shell',
  ],
  ['hooks/git-safety/unfold.mjs', 'infra-safety/unfold'],
  ['packages/core/src/matching/path-glob.ts', 'protect-paths/path-glob'],
  ['packages/core/src/matching/path-forms.ts', 'protect-paths/path-forms'],
  [
    'packages/core/src/contracts/token-formats.ts',
    'redact-secrets/token-formats.ts',
    'notify-slack/token-formats',
  ],
  ['hooks/audit-log/bounded-file.ts', 'turn-log/bounded-file.ts'],
];

/** Leaves a file that is as it should be untouched, so that its time says when it changed. */
export async function generateHookFiles() {
  for (const [source, ...targets] of rows) {
    for (const target of targets) {
      const [, name, extension = '.mjs'] = /^(.*?)(\.ts)?$/.exec(target);
      const file = path.join(root, 'hooks', `${name}.generated${extension}`);
      const text = `// Generated from ${source}: change it there.\n\n${await render(source, extension)}`;
      if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
    }
  }
}

/** A handler in TypeScript is built with its source; another one gets a module without types and imports. */
async function render(source, extension) {
  if (extension === '.ts') return readFileSync(path.join(root, source), 'utf8');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
    // A parser is not for reading, and each event starts a process that loads it.
    minify: source.includes('/shell/'),
  });
  return outputFiles[0].text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateHookFiles();
