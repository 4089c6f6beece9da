import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const filesIn = (directory: string): readonly string[] =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .map((file) => `${directory}/${file}`)
    .filter((file) => !/\/(?:node_modules|dist)\//.test(file));
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...filesIn('docs').filter((file) => file.endsWith('.md')),
];

/** Links to files and headings that lead nowhere. Addresses on the web are not followed. */
function brokenLinks(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.filter((target) => !/^https?:/.test(target) && isBroken(join(root, page), target));
}

function isBroken(file: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const linked = path === '' ? file : join(dirname(file), path);
  if (!existsSync(linked)) return true;
  return anchor !== undefined && !anchorsOf(readFileSync(linked, 'utf8')).includes(anchor);
}

/** What GitHub makes of a heading. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\w\s-]/g, '').replaceAll(' ', '-'));
}

describe.each(pages)('%s', (page) => {
  it('has links that lead somewhere', () => {
    expect(brokenLinks(page)).toEqual([]);
  });
});

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const files = ['packages', 'test', 'hooks', 'docs', 'bench', 'scripts'].flatMap(filesIn);

  it('names files that are there', () => {
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|md|json))`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(10);
    const isThere = (path: string): boolean =>
      [path, `packages/core/src/${path}`].some((name) => files.includes(name));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names every directory of core', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const rows = [...text.matchAll(/^\| ([a-z, -]+) \|/gm)].flatMap(([, names = '']) => names.split(', '));
    expect([...rows].sort()).toEqual(expect.arrayContaining([...coreDirectories()]));
  });
});

function coreDirectories(): readonly string[] {
  const entries = readdirSync(join(root, 'packages/core/src'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
