/**
 * Kinds of test files by what they start: `screen` a browser, `scenario` processes or a server on real stores, `store` a store,
 * `structure` the repository itself, `unit` nothing.
 */
export type TestKind = 'screen' | 'scenario' | 'store' | 'structure' | 'unit';

const folders: readonly (readonly [string, TestKind])[] = [
  ['tests/screens/', 'screen'],
  ['tests/scenario/', 'scenario'],
  ['tests/structure/', 'structure'],
  ['tests/', 'store'],
  ['platform/', 'store'],
];

/** Kind of a test file by its path from the root. */
export const kindOf = (file: string): TestKind =>
  folders.find(([folder]) => file.startsWith(folder))?.[1] ?? 'unit';
