/**
 * Copies into bundled hook packages what they share with core and with each other: `node scripts/vendor-hooks.mjs`.
 *
 * A package is copied to the store by itself and can import nothing from outside, so it carries its copy
 * as a readable file, which is committed. `--check` writes nothing and exits 1 where a copy is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.dirname(import.meta.dirname);

const copies = [
  {
    source: 'packages/core/src/matching/shell-commands.ts',
    target: 'hooks/block-dangerous/shell-commands.mjs',
  },
  {
    source: 'packages/core/src/matching/shell-commands.ts',
    target: 'hooks/protect-paths/shell-commands.mjs',
  },
  {
    source: 'packages/core/src/matching/shell-commands.ts',
    target: 'hooks/no-force-push/shell-commands.mjs',
  },
  {
    source: 'hooks/block-dangerous/variables.mjs',
    target: 'hooks/protect-paths/variables.mjs',
  },
  {
    source: 'hooks/block-dangerous/variables.mjs',
    target: 'hooks/no-force-push/variables.mjs',
  },
  {
    source: 'hooks/block-dangerous/budget.mjs',
    target: 'hooks/protect-paths/budget.mjs',
  },
  {
    source: 'hooks/block-dangerous/budget.mjs',
    target: 'hooks/no-force-push/budget.mjs',
  },
  {
    source: 'hooks/block-dangerous/chain.mjs',
    target: 'hooks/no-force-push/chain.mjs',
  },
  {
    source: 'hooks/no-force-push/braces.mjs',
    target: 'hooks/protect-paths/braces.mjs',
  },
  {
    source: 'packages/core/src/matching/path-glob.ts',
    target: 'hooks/protect-paths/path-glob.mjs',
  },
  {
    source: 'packages/core/src/matching/path-forms.ts',
    target: 'hooks/protect-paths/path-forms.mjs',
  },
  {
    source: 'packages/core/src/contracts/token-formats.ts',
    target: 'hooks/redact-secrets/token-formats.ts',
  },
  {
    source: 'packages/core/src/contracts/token-formats.ts',
    target: 'hooks/notify-slack/token-formats.mjs',
  },
  {
    source: 'hooks/audit-log/bounded-file.ts',
    target: 'hooks/turn-log/bounded-file.ts',
  },
];

/** Writes every copy that is not as its source would have it; returns their paths. */
export async function vendorHooks({ isCheck = false } = {}) {
  const stale = [];
  for (const { source, target } of copies) {
    const text = target.endsWith('.ts') ? await copy(source) : await render(source);
    const file = path.join(root, target);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    stale.push(target);
    if (!isCheck) writeFileSync(file, text);
  }
  return stale;
}

/** For a handler in TypeScript, which is built with all that it imports. The source imports nothing of its own. */
async function copy(source) {
  return `${header(source)}\n\n${await readFile(path.join(root, source), 'utf8')}`;
}

/** One module without types and imports. */
async function render(source) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'neutral',
    target: 'node20',
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
  });
  return `${header(source)}\n\n${outputFiles[0].text}`;
}

function header(source) {
  return [
    `// Generated from ${source} by scripts/vendor-hooks.mjs: change it there.`,
    '// biome-ignore-all lint: generated',
    '// biome-ignore-all format: generated',
    '// biome-ignore-all assist: generated',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCheck = process.argv.includes('--check');
  const stale = await vendorHooks({ isCheck });
  for (const file of stale) console.log(`${isCheck ? 'stale' : 'written'}: ${file}`);
  if (isCheck && stale.length > 0) {
    console.error('Run `node scripts/vendor-hooks.mjs` and commit what it writes.');
    process.exitCode = 1;
  }
}
