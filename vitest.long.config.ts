import { defineConfig, type ViteUserConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The long suites: thousands of kills, mutations, events. */
const config: ViteUserConfig = defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/long/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 600_000,
    typecheck: { enabled: false },
  },
});

export default config;
