import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { API, type Project, SymbolFlags } from 'typescript/unstable/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const config = join(root, 'tsconfig.types.json');

interface Manifest {
  /** It is part of the command line. */
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly 'hookmd-source'?: string } | string>>;
}

/** The source file of each published entry point, by its name: `library/adapter`. */
const entryPoints: readonly (readonly [name: string, file: string])[] = readdirSync(
  join(root, 'packages'),
).flatMap((directory) => {
  const manifest = join(root, 'packages', directory, 'package.json');
  if (!existsSync(manifest)) return [];
  const { exports = {}, private: isPart = false } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  if (isPart) return [];
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const source = typeof target === 'string' ? undefined : target['hookmd-source'];
    return source === undefined
      ? []
      : [[join(directory, subpath), join(root, 'packages', directory, source)] as const];
  });
});

let api: API;
let project: Project;

beforeAll(() => {
  api = new API({ cwd: root });
  const opened = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (opened === undefined) throw new Error(`${config} is not a project`);
  project = opened;
});

afterAll(() => api.close());

/** Exported names without a docstring at their definition, with the file of the definition. Names of libraries are left out. */
function findUndocumented(entry: string): readonly string[] {
  const { checker, program } = project;
  const file = program.getSourceFile(entry);
  const symbol = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (symbol === undefined) throw new Error(`${entry} is not a module`);
  return checker.getExportsOfModule(symbol).flatMap((exported) => {
    const isAlias = (exported.flags & SymbolFlags.Alias) !== 0;
    const defined = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const path = defined.declarations[0]?.path ?? '';
    if (path.includes('/node_modules/')) return [];
    return checker.getDocumentationCommentOfSymbol(defined) === ''
      ? [`${exported.name} (${relative(root, path)})`]
      : [];
  });
}

describe('published entry points', () => {
  it.each(entryPoints)('%s documents every name that it exports', (_, file) => {
    expect(findUndocumented(file).join('\n')).toBe('');
  });
});
