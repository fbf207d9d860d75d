import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

export interface ChangedFiles {
  readonly since: string;
  /** By path from the root, with removed ones. */
  readonly files: readonly string[];
}

/** What changed since a commit; without one the uncommitted change, or the last commit when nothing is uncommitted. */
export function changedFiles(commit?: string): ChangedFiles {
  const since = (other: string): ChangedFiles => ({
    since: other,
    files: [
      ...git('diff', '--name-only', '--no-renames', other),
      ...git('ls-files', '--others', '--exclude-standard'),
    ],
  });
  const uncommitted = since('HEAD');
  if (commit !== undefined) return since(commit);
  return uncommitted.files.length > 0 ? uncommitted : since('HEAD~1');
}

/** Those of the files that are there and hold code. */
export const changedSources = ({ files }: ChangedFiles): readonly string[] =>
  files.filter((file) => /\.(tsx?|mjs|cjs)$/.test(file) && existsSync(file));
