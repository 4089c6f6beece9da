import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../packages/core/src/yaml/yaml.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Job {
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Fields;
}

interface Workflow {
  readonly permissions: Fields;
  readonly concurrency: Fields;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface FormField {
  readonly type: string;
  readonly id?: string;
  readonly attributes: {
    readonly label?: string;
    readonly value?: string;
    readonly options?: readonly string[];
  };
}

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly FormField[];
}

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const jsonOf = <T>(file: string): T => JSON.parse(textOf(file)) as T;
const filesIn = (directory: string): readonly string[] =>
  readdirSync(join(root, directory)).map((file) => `${directory}/${file}`);

function read<T>(file: string): T {
  const reading = parseYaml(textOf(file));
  return 'problems' in reading
    ? expect.fail(`${file}: ${JSON.stringify(reading.problems)}`)
    : (reading.value as T);
}

describe.each(filesIn('.github/workflows'))('%s', (file) => {
  const text = textOf(file);

  it('uses actions by commit, with the version in a comment', () => {
    const uses = [...text.matchAll(/\buses: (.+)$/gm)].map(([, action = '']) => action);
    expect(uses.length).toBeGreaterThan(0);
    const isPinned = (action: string): boolean =>
      /^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action) ||
      action.startsWith('./.github/workflows/');
    expect(uses.filter((action) => !isPinned(action))).toEqual([]);
  });

  it('runs scripts of package.json', () => {
    const { scripts } = jsonOf<{ scripts: Fields }>('package.json');
    const names = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
      ([, script, short]) => script ?? short ?? '',
    );
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('may only read by default, and every job has a timeout', () => {
    const { permissions, concurrency, jobs } = read<Workflow>(file);
    expect(permissions).toEqual({ contents: 'read' });
    expect(concurrency).toHaveProperty('group');
    const endless = Object.entries(jobs).filter(([, job]) => !('uses' in job) && !('timeout-minutes' in job));
    expect(endless).toEqual([]);
  });
});

describe.each(filesIn('.github/ISSUE_TEMPLATE').filter((file) => !file.endsWith('/config.yml')))(
  '%s',
  (file) => {
    it('is a form with a name, a description and labeled fields', () => {
      const { name, description, body } = read<Form>(file);
      expect([name, description]).not.toContain('');
      const fields = body.filter(({ type }) => type !== 'markdown');
      expect(fields.length).toBeGreaterThan(0);
      for (const { type, id, attributes } of fields) {
        expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
        expect(id).toMatch(/^[\w-]+$/);
        expect(attributes.label).toBeTruthy();
        expect(type === 'dropdown').toBe(attributes.options !== undefined);
      }
      expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
      expect(body.filter(({ type, attributes }) => type === 'markdown' && !attributes.value)).toEqual([]);
    });
  },
);

describe('.github', () => {
  it('has settings that are YAML', () => {
    expect(read('.github/ISSUE_TEMPLATE/config.yml')).toHaveProperty('contact_links');
    expect(read('.github/dependabot.yml')).toMatchObject({ version: 2 });
  });
});

describe('a release', () => {
  const manifests = filesIn('packages')
    .map((directory) => ({
      directory,
      ...jsonOf<{ name: string; license: string; repository?: Fields; private?: boolean }>(
        `${directory}/package.json`,
      ),
    }))
    .filter((manifest) => manifest.private !== true);

  it('gives all packages one version', () => {
    const { fixed, access } = jsonOf<{ fixed: readonly (readonly string[])[]; access: string }>(
      '.changeset/config.json',
    );
    expect(fixed.flat().toSorted()).toEqual(manifests.map(({ name }) => name).toSorted());
    expect([fixed.length, access]).toEqual([1, 'public']);
  });

  it.each(manifests)('can prove where $name comes from', ({ directory, license, repository }) => {
    expect(repository).toEqual({
      type: 'git',
      url: 'git+https://github.com/hookmd/hookmd.git',
      directory,
    });
    expect(license).toBe('MIT');
  });
});
