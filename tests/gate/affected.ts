import { importGraph, reachedFrom, reversed, type ReadText } from './import-graph.ts';

/** What a change makes the gate run: everything, or these test files and those of the structure. */
export type AffectedTests =
  | { readonly is: 'everything'; readonly because: string }
  | { readonly is: 'files'; readonly tests: readonly string[] };

/** How tests run: every test depends on it, without naming it. */
const ofEveryTest: readonly RegExp[] = [
  /^(package|package-lock|tsconfig|knip)\.json$/,
  /^\.(oxlintrc\.json|oxfmtrc\.json|dependency-cruiser\.cjs|ci\/)/,
  /^vite(st)?\.config\.ts$/,
  /^tests\/(run|debian-postgres)\.ts$/,
  /^tests\/(fixtures|gate)\//,
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

/**
 * The tests that changed files can reach, by what the files of the repository name. A removed file counts as one that is still
 * there: who names it is reached.
 */
export function affectedTests(
  changed: readonly string[],
  files: ReadonlySet<string>,
  read: ReadText,
): AffectedTests {
  const general = changed.find((file) => ofEveryTest.some((part) => part.test(file)));
  if (general !== undefined) return { is: 'everything', because: general };
  const removed = new Set(changed.filter((file) => !files.has(file)));
  const edges = edgesOf(files, read, removed);
  const reached = reachedFrom(changed, reversed(edges));
  return { is: 'files', tests: [...reached].filter(isTest).toSorted() };
}
