import { defineConfig, type ViteUserConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The long suites: many processes at once, every event in every language, every case of the bundled packages. */
const config: ViteUserConfig = defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/long/**/*.test.ts', '{packages/*/src,test}/**/*.long.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 600_000,
    typecheck: { enabled: false },
  },
});

export default config;
