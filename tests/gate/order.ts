import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { kindOf } from './kinds.ts';
import { recordedTimes } from './recorded-times.ts';

/** Bytes of a test file that take about a second, for files without a recorded time. */
const BYTES_PER_SECOND = 2_000;

/** Each list in its order, spread evenly over the whole. */
const spread = (...lists: readonly (readonly TestSpecification[])[]): TestSpecification[] =>
  lists
    .flatMap((list) => list.map((file, index) => ({ file, at: index / list.length })))
    .toSorted((one, other) => one.at - other.at)
    .map(({ file }) => file);

/**
 * Longest files first, so that all workers end together. Screens need more than a core, stores and processes mostly wait: side by
 * side they take less time than one kind after the other. Files that share a process come last: they are many and short.
 */
export class Order extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const recorded = recordedTimes();
    const described = files.map((file) => {
      const path = relative(process.cwd(), file.moduleId);
      const seconds = recorded.get(path) ?? statSync(file.moduleId).size / BYTES_PER_SECOND;
      return { file, seconds, kind: kindOf(path) };
    });
    const ordered = described.toSorted((one, other) => other.seconds - one.seconds);
    const ofKind = (matches: (kind: string) => boolean): TestSpecification[] =>
      ordered.filter(({ kind }) => matches(kind)).map(({ file }) => file);
    return Promise.resolve([
      ...spread(
        ofKind((kind) => kind === 'screen'),
        ofKind((kind) => kind !== 'screen' && kind !== 'unit' && kind !== 'api'),
      ),
      ...ofKind((kind) => kind === 'api'),
      ...ofKind((kind) => kind === 'unit'),
    ]);
  }
}
