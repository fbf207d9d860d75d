import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Folders with source files, from the root. */
export const sourceFolders = [
  'schemas',
  'platform',
  'engine',
  'ingest',
  'console',
  'demo',
  'bench',
  'deploy',
  'tests',
] as const;

/** Files below the paths that git tracks or would add, by path from the root. */
export const trackedFiles = (paths: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => existsSync(file));

/** TypeScript files below the folders, by path from the root. */
export const sourceFiles = (folders: readonly string[]): readonly string[] =>
  trackedFiles(folders).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
