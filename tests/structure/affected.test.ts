import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { affectedTests, testGraph } from '../gate/affected.ts';
import { namedFiles } from '../gate/import-graph.ts';
import { trackedFiles } from './source-files.ts';

const files = new Set(trackedFiles(['.']));
const graph = testGraph(files, (file) => readFileSync(file, 'utf8'));
const affectedBy = (...changed: readonly string[]) => affectedTests(changed, () => graph);
const testsOf = (...changed: readonly string[]): readonly string[] => {
  const affected = affectedBy(...changed);
  return affected.is === 'files' ? affected.tests : ['everything'];
};

describe('the files that a file names', () => {
  const known = new Set([
    'engine/main.ts',
    'engine/process.ts',
    'engine/rows/a.ts',
    'engine/rows/b.json',
    'console/web/page.ts',
    'schemas/route.ts',
  ]);
  it.each([
    ['imports', "import { a } from './rows/a.ts';", ['engine/rows/a.ts']],
    ['imports by the name of a tier', "import { a } from '#web/page.ts';", ['console/web/page.ts']],
    ['imports by the name of a folder', "export * from '#schemas/route.ts';", ['schemas/route.ts']],
    ['what is imported later', "const load = () => import('./rows/a.ts');", ['engine/rows/a.ts']],
    ['workers', "new Worker(new URL('./process.ts', import.meta.url));", ['engine/process.ts']],
    ['processes by path from the root', "spawn('node', ['console/web/page.ts']);", ['console/web/page.ts']],
    ['files of its folder', "join(import.meta.dirname, 'process.ts')", ['engine/process.ts']],
    ['those of a folder', 'read(`./rows/${name}.json`)', ['engine/rows/a.ts', 'engine/rows/b.json']],
    ['style sheets and pages', "@import url('./rows/b.json');", ['engine/rows/b.json']],
  ])('include %s', (_what, text, named) => {
    expect([...namedFiles('engine/main.ts', text, known)]).toEqual(named);
  });

  it('include no file of which only types are imported', () => {
    const text = "import type {\n  A,\n} from './rows/a.ts';\nimport { type B, b } from './process.ts';";
    expect([...namedFiles('engine/main.ts', text, known)]).toEqual(['engine/process.ts']);
  });
});

describe('a change', () => {
  it.each([
    'package-lock.json',
    'vitest.config.ts',
    'tests/fixtures/secrets.ts',
    'schemas/table/account.ts',
    'schemas/route.ts',
    'schemas/problem/problem.ts',
  ])('of %s affects every test', (file) => {
    expect(affectedBy(file)).toEqual({ is: 'everything', because: file });
  });

  it('of a document affects the tests that read it', () => {
    expect(testsOf('docs/01-first-hour.md')).toContain('tests/nightly/first-hour.test.ts');
    expect(testsOf('docs/01-first-hour.md')).not.toContain('tests/api/access/matrix.test.ts');
  });

  it.each(['.oxlintrc.json', '.dependency-cruiser.cjs', 'tests/gate/recorded-times.json'])(
    'of %s, which no test depends on, affects tests of the structure at most',
    (file) => {
      expect(testsOf(file).filter((test) => !test.startsWith('tests/structure/'))).toEqual([]);
    },
  );

  it('of a page affects the screens that name its address, and those that read the built console', () => {
    const screens = testsOf('console/web/features/cockpit/CockpitPage.tsx').filter((test) =>
      test.startsWith('tests/screens/'),
    );
    expect(screens).toContain('tests/screens/cockpit.test.ts');
    expect(screens).toContain('tests/screens/bundle.test.ts');
    expect(screens).not.toContain('tests/screens/inventory.test.ts');
  });

  it('of what is around every page affects every screen', () => {
    const screens = testsOf('console/web/kernel/shell/use-live.ts');
    for (const screen of ['cockpit', 'inventory', 'dashboard', 'alarm-from-the-wire'])
      expect(screens).toContain(`tests/screens/${screen}.test.ts`);
  });

  it('of a page affects its component tests and the screens, and no other page', () => {
    const tests = testsOf('console/web/features/user/UserPage.tsx');
    expect(tests).toContain('console/web/features/user/UserPage.browser.test.tsx');
    expect(tests).toContain('tests/screens/access/user.test.ts');
    const others = tests.filter(
      (file) => file.endsWith('.browser.test.tsx') && !file.startsWith('console/web/features/user/'),
    );
    // The sign-in and the own account lead through the console.
    expect(others).toEqual([
      'console/web/features/account/own/OwnAccountPage.browser.test.tsx',
      'console/web/features/account/sign-in/SignInPage.browser.test.tsx',
    ]);
  });

  it('of a route of the server affects the tests of the API', () => {
    const tests = testsOf('console/server/features/role/role-plugin.ts');
    expect(tests).toContain('tests/api/access/matrix.test.ts');
    expect(tests.filter((file) => file.endsWith('.browser.test.tsx'))).toEqual([]);
  });

  it('of a process affects the scenarios that start it', () => {
    const tests = testsOf('engine/main.ts');
    expect(tests).toContain('tests/scenario/alarm/defined-kpi.test.ts');
    expect(tests).not.toContain('tests/scenario/writer/exactly-once.test.ts');
  });

  it('of a removed file affects what named it', () => {
    const change = ['console/web/features/user/removed.ts'];
    const read = (file: string): string =>
      file === 'console/web/features/user/UserPage.tsx'
        ? "import './removed.ts';"
        : readFileSync(file, 'utf8');
    const affected = affectedTests(change, () => testGraph(files, read, change));
    expect(affected.is === 'files' && affected.tests).toContain('tests/screens/access/user.test.ts');
  });
});
