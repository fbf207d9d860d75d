import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, componentChromiumPath } from './tests/screens/support/chromium.ts';
import { filesOfNight } from './tests/gate/of-night.ts';
import { Order } from './tests/gate/order.ts';
import { TimesReporter } from './tests/gate/times-reporter.ts';
import { memoryFolder } from './tests/store/memory-folder.ts';
import { WORKERS } from './tests/store/worker-postgres.ts';
import { baseMapPlugin } from './vite.config.ts';

// A process of the product starts in half the time when V8 finds its code compiled; tests start hundreds of them.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');

const isNight = process.env['NIGHTLY'] === 'true';

// Rounds of the night store more than fits into memory.
const memory = isNight ? undefined : memoryFolder();
if (memory !== undefined) process.env['TMPDIR'] = memory;

/** Limits end what hangs; they are no budgets: a busy machine may take twenty times as long as a quiet one. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/**
 * Debian's PostgreSQL, which the gate starts (`tests/run.ts`). Tests run there: it has sessions side by side, as in production, and takes a
 * fourth of the processor time of the embedded one, on which they run without it and every night.
 */
const debian = process.env['DEBIAN_POSTGRES_URL'];
const onDebian = debian === undefined ? {} : { env: { DATABASE_URL: debian } };
/** These also run on the embedded one: statements, migrations and transactions depend on the store itself. */
const ofStore = ['postgres', 'migrations', ...(isNight ? ['column-lists', 'sealed-secrets'] : [])];

const ofNight = ['tests/nightly/**', 'tests/structure/new-feature.test.ts', ...filesOfNight];
const exclude = isNight ? [] : ofNight;

/**
 * Components run on React's production build, with a quarter less processor time in the page; every night on the development build,
 * whose complaints fail a test.
 */
const define = { 'process.env.NODE_ENV': '"production"' };
const componentBuild = isNight
  ? // A page has the environment that is defined for it, and no other.
    { plugins: [react(), baseMapPlugin()], define: { 'process.env.NIGHTLY': '"true"' } }
  : {
      plugins: [baseMapPlugin()],
      oxc: { jsx: { runtime: 'automatic' as const, development: false } },
      define,
    };
const componentDependencies = isNight
  ? {}
  : {
      include: ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'],
      rolldownOptions: { transform: { define } },
    };

/** The pages of the component tests live for minutes: the optimizing compilers pay there. */
const argumentsOfLongPages = chromiumArguments.filter((argument) => !argument.startsWith('--js-flags'));

/** Node runs TypeScript itself, as it does in production: a sixth less processor time in unit tests. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    globalSetup: 'tests/store/global-setup.ts',
    maxWorkers: WORKERS,
    reporters: ['default', new TimesReporter()],
    sequence: { sequencer: Order },
    projects: [
      {
        test: {
          ...limits,
          ...onDebian,
          name: 'product',
          experimental,
          // Files of a worker share a process: the contracts of the product are imported once.
          isolate: false,
          unstubGlobals: true,
          include: ['{platform,tests}/**/*.test.ts'],
          exclude: ['tests/{api,screens}/**', ...exclude],
        },
      },
      {
        test: {
          ...limits,
          ...onDebian,
          name: 'screen',
          experimental,
          include: ['tests/screens/**/*.test.ts'],
          exclude,
          // Files of a worker share a process, which imports the server and starts Chromium once.
          isolate: false,
          unstubGlobals: true,
        },
      },
      ...(debian === undefined
        ? []
        : [
            {
              test: {
                ...limits,
                name: 'embedded',
                experimental,
                include: ofStore.map((name) => `tests/store/${name}.test.ts`),
                isolate: false,
              },
            },
          ]),
      {
        test: {
          ...limits,
          ...onDebian,
          name: 'api',
          experimental,
          include: ['tests/api/**/*.test.ts'],
          exclude,
          // These files only call the app on stores of their own: they share a process, which imports the server once.
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        test: {
          ...limits,
          name: 'unit',
          experimental,
          include: ['{schemas,engine,ingest,console,demo,bench,deploy}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.tsx', ...exclude],
          // Unit tests share a process: loading the schemas for each file takes longer than the tests.
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        ...componentBuild,
        // Dependencies found while a test runs would reload its page.
        optimizeDeps: {
          ...componentDependencies,
          entries: [
            'console/web/main.tsx',
            'console/web/lib/export/export-worker.ts',
            'console/web/**/*.browser.test.tsx',
          ],
        },
        test: {
          ...limits,
          name: 'component',
          env: { NIGHTLY: String(isNight) },
          include: ['console/web/**/*.browser.test.tsx'],
          exclude,
          // Files share a page: loading the console for each of them takes longer than its tests.
          isolate: false,
          setupFiles: ['console/web/testing/setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            // A slow machine starts the browser beside the other projects: the default of one minute is not enough.
            connectTimeout: 600_000,
            screenshotFailures: false,
            locators: { exact: false },
            provider: playwright({
              launchOptions: { executablePath: componentChromiumPath, args: argumentsOfLongPages },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
