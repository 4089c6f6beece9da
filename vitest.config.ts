import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What an agent or a CI service sets: a test gives its commands an environment of their own, or a clean one.
for (const name of ['HOOK_DEPTH', 'CLAUDECODE', 'CI', 'NO_COLOR', 'FORCE_COLOR']) delete process.env[name];

// Workspace packages are read from their sources, so a test never runs an old `dist`. Not `module`: Node knows no such condition.
const conditions = ['hookmd-source', 'node', 'development|production'];
const { version } = JSON.parse(readFileSync(new URL('packages/cli/package.json', import.meta.url), 'utf8'));

const LONGEST = [
  'test/long/conformance.test.ts',
  'packages/ai-sdk/src/mutants.long.test.ts',
  'test/what-runs.long.test.ts',
  'test/guides.long.test.ts',
  'test/long/scenarios.test.ts',
  'test/search-command.long.test.ts',
  'test/rehearsal.long.test.ts',
];

/** The longest files first: begun last, each would be waited for alone. Where nothing was timed yet, size is no guide. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const config: ViteUserConfig = defineConfig({
  define: { HOOKMD_VERSION: JSON.stringify(version) },
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'hooks/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/dist/**', 'test/long/**', '**/*.long.test.ts'],
    // Most of the time a test waits for a process of its own.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    typecheck: {
      enabled: true,
      include: ['packages/*/src/**/*.test-d.ts', 'test/**/*.test-d.ts'],
      tsconfig: 'tsconfig.types.json',
      // Errors elsewhere belong to `npm run types`.
      ignoreSourceErrors: true,
    },
  },
});

export default config;
