import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { Order } from './tests/gate/order.ts';

// A process of the product starts in half the time when V8 finds its code compiled; tests start hundreds of them.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');

/** Limits end what hangs; they are no budgets: a busy machine may take twenty times as long as a quiet one. */
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
          name: 'unit',
          include: ['{schemas,engine,ingest,console,bench,deploy}/**/*.test.{ts,tsx}'],
          // Unit tests share a process: loading the schemas for each file takes longer than the tests.
          isolate: false,
          unstubGlobals: true,
        },
      },
    ],
  },
});
