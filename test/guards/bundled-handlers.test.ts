import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const hooks = join(import.meta.dirname, '..', '..', 'hooks');
const written = readdirSync(hooks).filter((name) => existsSync(join(hooks, name, 'handler.ts')));

/** What the modules of a package import, each by its file. */
function importsOf(name: string): readonly (readonly [file: string, specifier: string])[] {
  const files = readdirSync(join(hooks, name), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(hooks, name, file), 'utf8');
      const specifiers = text.matchAll(
        /(?:^import|\bfrom|\bimport\s*\(|\brequire\s*\()\s*(['"])([^'"\n]+)\1/gm,
      );
      return [...specifiers].map(([, , specifier = '']) => [file, specifier] as const);
    });
}

function isItsOwn(name: string, file: string, specifier: string): boolean {
  if (!/^\.\.?\//.test(specifier)) return false;
  const target = join(dirname(join(hooks, name, file)), specifier);
  return !relative(join(hooks, name), target).startsWith('..') && existsSync(target);
}

describe('a bundled package in TypeScript', () => {
  it.each(written)('uses the SDK, Node and files of its own, and nothing else: %s', (name) => {
    const imports = importsOf(name);
    expect(imports).toContainEqual(['handler.ts', '@hookmd/sdk']);
    const foreign = imports.filter(
      ([file, specifier]) =>
        specifier !== '@hookmd/sdk' && !specifier.startsWith('node:') && !isItsOwn(name, file, specifier),
    );
    expect(foreign).toEqual([]);
  });

  it.each(written)('leaves it to its handler how it is run: %s', (name) => {
    const [, front = ''] = readFileSync(join(hooks, name, 'HOOK.md'), 'utf8').split(/^---$/m);
    expect(front).not.toMatch(/^(?:command|handler):/m);
    expect(existsSync(join(hooks, name, 'handler.mjs'))).toBe(false);
  });
});
