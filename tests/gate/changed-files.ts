import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** Source files of the uncommitted change, or of the last commit when nothing is uncommitted. */
export function changedFiles(): { readonly since: string; readonly sources: readonly string[] } {
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const isCommitted = uncommitted.length === 0;
  const since = isCommitted ? 'HEAD~1' : 'HEAD';
  const files = isCommitted ? git('diff', '--name-only', since) : uncommitted;
  return { since, sources: files.filter((file) => /\.(tsx?|mjs|cjs)$/.test(file) && existsSync(file)) };
}
