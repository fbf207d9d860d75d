import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{schemas,platform,engine,ingest,console,bench,deploy,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'var/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: 'tests/store/global-setup.ts',
    maxWorkers: 2,
  },
});
