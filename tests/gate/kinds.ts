/**
 * Kinds of test files by what they start: `screen` a browser on a real server, `component` a browser on components, `scenario`
 * processes, `api` the server's app on real stores, `store` a store, `structure` the repository itself, `unit` nothing.
 */
export type TestKind = 'screen' | 'component' | 'scenario' | 'api' | 'store' | 'structure' | 'unit';

const folders: readonly (readonly [string, TestKind])[] = [
  ['tests/screens/', 'screen'],
  ['tests/scenario/', 'scenario'],
  ['tests/api/', 'api'],
  ['tests/structure/', 'structure'],
  // What remains in these two opens a store or a broker.
  ['tests/', 'store'],
  ['platform/', 'store'],
];

/** Kind of a test file by its path from the root. */
export const kindOf = (file: string): TestKind =>
  file.endsWith('.browser.test.tsx')
    ? 'component'
    : (folders.find(([folder]) => file.startsWith(folder))?.[1] ?? 'unit');
