import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { Order } from './tests/order.ts';

// A process of the product starts in half the time when V8 finds its code compiled; tests start hundreds of them.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');

/** What a quiet machine does in a second may take twenty on one that does much else: a limit ends what hangs, it judges nothing. */
const limits = {
  testTimeout: 90_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000, interval: 20 } },
};

export default defineConfig({
  test: {
    globalSetup: 'tests/store/global-setup.ts',
    maxWorkers: 2,
    sequence: { sequencer: Order },
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
