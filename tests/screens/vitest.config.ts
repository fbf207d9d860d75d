import { defineConfig } from 'vitest/config';

/** Screens alone, one file after the other: each drives a browser. */
export default defineConfig({
  test: {
    include: ['tests/screens/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    globalSetup: 'tests/store/global-setup.ts',
    maxWorkers: 1,
  },
});
