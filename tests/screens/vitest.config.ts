import { defineConfig } from 'vitest/config';

/** Screens alone, one file after the other: each drives a browser. */
export default defineConfig({
  test: {
    include: ['tests/screens/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: 'tests/store/global-setup.ts',
    maxWorkers: 1,
  },
});
