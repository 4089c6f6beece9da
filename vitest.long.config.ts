import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from './vitest.config.ts';

/** The files that take longest, which have to start first: a worker that ends early has nothing left to take. */
const LONGEST = [
  'conformance.test',
  'mutants.long',
  'guides.long',
  'scenarios.test',
  'search-command.long',
  'rehearsal.long',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.includes(name));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** The long suites: many processes at once, every event in every language, every case of the bundled packages. */
const config: ViteUserConfig = defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/long/**/*.test.ts', '{packages/*/src,test}/**/*.long.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 600_000,
    sequence: { sequencer: LongestFirst },
    typecheck: { enabled: false },
  },
});

export default config;
