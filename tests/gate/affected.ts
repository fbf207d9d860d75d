import { importGraph, reachedFrom, reversed, type ReadText } from './import-graph.ts';

/** What a change makes the gate run: everything, or these test files and those of the structure. */
export type AffectedTests =
  | { readonly is: 'everything'; readonly because: string }
  | { readonly is: 'files'; readonly tests: readonly string[] };

/**
 * How tests run: every test depends on it, without naming it. Configurations of the checks are not among them: the checks always run. Of
 * `tests/gate`, tests of the structure run, and who imports it.
 */
const ofEveryTest: readonly RegExp[] = [
  /^(package|package-lock|tsconfig)\.json$/,
  /^\.ci\//,
  /^vite(st)?\.config\.ts$/,
  /^tests\/(run|debian-postgres)\.ts$/,
  /^tests\/gate\/(run-vitest|order|times-reporter)\.ts$/,
  /^tests\/fixtures\//,
  /^tests\/store\/(memory-folder|worker-postgres|global-setup)\.ts$/,
  /^schemas\/(table|route|problem)(\/|\.ts$)/,
];

/** Files that tests use without naming them. */
const used: readonly { readonly tests: RegExp; readonly files: readonly string[] }[] = [
  // The stores of a run.
  { tests: /^(tests|platform)\//, files: ['tests/store/global-setup.ts'] },
  { tests: /\.browser\.test\.tsx$/, files: ['console/web/testing/setup.ts', 'vite.config.ts'] },
  // Screens open the console that was built before them.
  {
    tests: /^tests\/screens\//,
    files: ['console/web/index.html', 'console/web/main.tsx', 'console/web/early.ts', 'vite.config.ts'],
  },
];

/** Loads the pages of the console, each when it is opened. */
const pageLoaders: readonly string[] = [
  'console/web/early.ts',
  'console/web/routes/early-page.ts',
  'console/web/routes/router.ts',
];
const pageFile = /^console\/web\/(features\/|routes\/(pages\/|gallery\.ts$))/;

/** Reads every style sheet of the console. */
const testOfStyles = 'console/web/styles/contrast.test.ts';

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

function edgesOf(
  files: ReadonlySet<string>,
  read: ReadText,
  removed: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = new Map(importGraph(files, read, removed));
  for (const file of [...files].filter(isTest))
    edges.set(
      file,
      new Set([
        ...(edges.get(file) ?? []),
        ...used.flatMap((each) => (each.tests.test(file) ? each.files : [])),
      ]),
    );
  edges.set(testOfStyles, new Set([...files].filter((file) => file.endsWith('.css'))));
  return edges;
}

/** The files in `routes/pages` of which a screen test names an address. */
function pagesOf(test: string, files: ReadonlySet<string>, read: ReadText): readonly string[] {
  const text = read(test);
  const isNamed = (address: string): boolean =>
    new RegExp(String.raw`(?<![\w/])${address}(?![\w/-])`).test(text);
  return [...files].filter(
    (file) =>
      file.startsWith('console/web/routes/pages/') &&
      [...read(file).matchAll(/(?:path: |menuPath\()'(\/[^'$]*)'/g)].some(([, address = '']) =>
        isNamed(address),
      ),
  );
}

/** Who names each file, read backwards from what changed. */
export interface TestGraph {
  readonly back: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same for the screens that open named pages: around these, they reach no others. */
  readonly backToScreens: ReadonlyMap<string, ReadonlySet<string>>;
  readonly screensOfPages: ReadonlySet<string>;
}

/**
 * The graph of a tree. Of changed files, those that are not in it any more count as if they were: who names them is reached. Screens that
 * name no page, or read the built console, reach every page.
 */
export function testGraph(
  files: ReadonlySet<string>,
  read: ReadText,
  changed: readonly string[] = [],
): TestGraph {
  const edges = edgesOf(files, read, new Set(changed.filter((file) => !files.has(file))));
  const byPage = new Map(edges);
  for (const loader of pageLoaders)
    byPage.set(loader, new Set([...(edges.get(loader) ?? [])].filter((file) => !pageFile.test(file))));
  const screensOfPages = new Set<string>();
  for (const test of files) {
    if (!test.startsWith('tests/screens/') || !isTest(test) || read(test).includes('dist/web')) continue;
    const pages = pagesOf(test, files, read);
    if (pages.length === 0) continue;
    screensOfPages.add(test);
    byPage.set(test, new Set([...(edges.get(test) ?? []), ...pages]));
  }
  return { back: reversed(edges), backToScreens: reversed(byPage), screensOfPages };
}

/**
 * The tests that changed files can reach, by what the files of the repository name. A screen reaches the pages whose addresses it names.
 * The graph is made where it is needed.
 */
export function affectedTests(changed: readonly string[], graph: () => TestGraph): AffectedTests {
  const general = changed.find((file) => !isTest(file) && ofEveryTest.some((part) => part.test(file)));
  if (general !== undefined) return { is: 'everything', because: general };
  const { back, backToScreens, screensOfPages } = graph();
  const screens = reachedFrom(changed, backToScreens);
  const tests = [...reachedFrom(changed, back)].filter(
    (file) => isTest(file) && (!screensOfPages.has(file) || screens.has(file)),
  );
  return { is: 'files', tests: tests.toSorted() };
}
