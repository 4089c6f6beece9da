import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPluginModule } from './module-package.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-'));
  for (const path of ['dist/index.js', 'dist/server.js', 'index.ts', 'main.mts']) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), '');
  }
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const ofOpencode = { peerDependencies: { '@opencode-ai/plugin': '*' } };

it.each<[object | string, string | null]>([
  [{ ...ofOpencode, main: './dist/index.js' }, 'dist/index.js'],
  [{ ...ofOpencode, exports: './dist/index.js', main: 'gone.js' }, 'dist/index.js'],
  [{ ...ofOpencode, exports: { '.': { types: './x.d.ts', import: './dist/index.js' } } }, 'dist/index.js'],
  [
    {
      ...ofOpencode,
      exports: { '.': './dist/index.js', './server': { node: { default: './dist/server.js' } } },
    },
    'dist/server.js',
  ],
  [{ keywords: ['opencode-plugin'] }, 'index.ts'],
  [{ ...ofOpencode, main: '../dist/index.js', exports: { '.': 5 }, module: '/dist/index.js' }, 'index.ts'],
  [{ main: './dist/index.js', keywords: 'opencode-plugin', dependencies: [] }, null],
  ['not JSON', null],
  ['[]', null],
])('finds in a package with %j the module %s', (value, path) => {
  writeFileSync(join(dir, 'package.json'), typeof value === 'string' ? value : JSON.stringify(value));
  expect(findPluginModule(dir)).toBe(path);
});

it('finds none where there is no package', () => {
  expect(findPluginModule(dir)).toBeNull();
});
