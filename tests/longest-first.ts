import { statSync } from 'node:fs';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** What drives a browser takes longest, then what drives processes; within a folder the size of a file says how long. */
const folders = ['tests/screens/', 'tests/scenario/', 'platform/', 'tests/'];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = folders.findIndex((folder) => moduleId.includes(`/${folder}`));
  return at === -1 ? folders.length : at;
};

/** Files by the time they take: what starts last is short, and all workers end together. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = new Map(files.map((file) => [file, statSync(file.moduleId).size]));
    return Promise.resolve(
      files.toSorted((a, b) => rank(a) - rank(b) || (size.get(b) ?? 0) - (size.get(a) ?? 0)),
    );
  }
}
