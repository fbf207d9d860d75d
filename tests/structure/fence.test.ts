import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const folders = ['schemas', 'platform', 'engine', 'ingest', 'console', 'bench', 'deploy', 'tests'];

describe('the import fence', () => {
  // Beside TypeScript 7 the tool falls back to seeing nothing and says that all is well.
  it('sees every source file of the project', () => {
    const report = execFileSync(
      'depcruise',
      ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders],
      { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
    );
    const { modules } = JSON.parse(report) as { modules: { source: string }[] };
    const seen = new Set(modules.map(({ source }) => source));
    expect(sourceFiles(folders).filter((file) => !seen.has(file))).toEqual([]);
  });
});
