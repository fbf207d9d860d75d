import { statSync } from 'node:fs';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

const sizeOf = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;

/** The longest first, as far as the size of a file tells it: what starts last is short, and all workers end together. */
const longestFirst = (files: readonly TestSpecification[]): TestSpecification[] =>
  files
    .map((file) => ({ file, size: sizeOf(file) }))
    .toSorted((one, other) => other.size - one.size)
    .map(({ file }) => file);

/** Each list in its order, all of them spread over the whole. */
const spread = (...lists: readonly (readonly TestSpecification[])[]): TestSpecification[] =>
  lists
    .flatMap((list) => list.map((file, at) => ({ file, at: at / list.length })))
    .toSorted((one, other) => one.at - other.at)
    .map(({ file }) => file);

/**
 * What drives a browser needs more than a core, what drives stores and processes waits for most of its time: side by side
 * they take less time than one kind after the other. Rules come last: they are many and short.
 */
export class Order extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const of = (kind: string): TestSpecification[] =>
      longestFirst(files.filter((file) => kindOf(file) === kind));
    return Promise.resolve([...spread(of('screens'), of('stores')), ...of('rules')]);
  }
}

function kindOf({ moduleId, project }: TestSpecification): string {
  if (moduleId.includes('/tests/screens/')) return 'screens';
  return project.name === 'rules' ? 'rules' : 'stores';
}
