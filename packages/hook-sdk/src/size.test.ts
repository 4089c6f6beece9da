import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { expect, it } from 'vitest';

/** What `defineHook` and `serve` came to when this was written; a tenth more is a reason to look. */
const MEASURED_BYTES = 20_000;

it('a built handler carries little of the SDK, and imports nothing but what comes with Node', async () => {
  const contents = `
    import { serve } from './serve.ts';
    import { defineHook } from './index.ts';
    await serve({ hook: defineHook({ on: 'Stop', run() {} }) });
  `;
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['hookmd-source'],
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports.filter(({ path }) => !path.startsWith('node:'))).toEqual([]);
  expect(outputFiles[0]?.contents.length).toBeLessThan(MEASURED_BYTES * 1.1);
});

it('the SDK depends on nothing', () => {
  const file = join(import.meta.dirname, '..', 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(manifest['dependencies'] ?? {}).toEqual({});
});
