import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

const limits = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: 'tests/store/global-setup.ts',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...limits,
          name: 'product',
          include: ['{platform,tests}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...limits,
          name: 'rules',
          include: ['{schemas,engine,ingest,console,bench,deploy}/**/*.test.{ts,tsx}'],
          // Pure rules share a process: loading the schemas anew for each file took longer than the tests.
          isolate: false,
          unstubGlobals: true,
        },
      },
    ],
  },
});
