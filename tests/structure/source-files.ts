import { execFileSync } from 'node:child_process';

/** TypeScript files below the folders that git knows or would take, by path from the root. */
export const sourceFiles = (folders: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
