import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { trackedFiles } from './source-files.ts';

export interface RepositoryCopy {
  readonly run: (
    program: string,
    args: readonly string[],
  ) => { readonly status: number | null; readonly stdout: string; readonly stderr: string };
  /** `npm run new-feature` in the copy. */
  readonly generate: (...args: readonly string[]) => ReturnType<RepositoryCopy['run']>;
  readonly remove: () => void;
}

/** A copy of the repository, with the same packages. */
export function copyRepository(): RepositoryCopy {
  const copy = mkdtempSync(join(tmpdir(), 'telltale-copy-'));
  for (const file of trackedFiles(['.'])) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  const run: RepositoryCopy['run'] = (program, args) =>
    spawnSync(program, args, { cwd: copy, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  return {
    run,
    generate: (...args) => run('npm', ['run', '--silent', 'new-feature', '--', ...args]),
    remove: () => {
      rmSync(copy, { recursive: true });
    },
  };
}
