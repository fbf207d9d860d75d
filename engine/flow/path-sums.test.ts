import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '#tests/fixtures/rounds.ts';
import { FlowPaths } from './flow-paths.ts';
import { FlowRowCells } from './flow-row.ts';
import { PathSums } from './path-sums.ts';

const added = fc.record({
  source: fc.integer({ min: 0, max: 40 }),
  bytes: fc.integer({ min: 0, max: 2 ** 40 }),
  isRead: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
});

it('sums of paths are those of their rows, whenever they are taken and however often paths are numbered again', () => {
  fc.assert(
    fc.property(fc.array(added, { maxLength: 300 }), fc.constantFrom(8, 65_536), (rows, max) => {
      const paths = new FlowPaths(max);
      const sums = new PathSums(paths);
      const sourceOf = new Map<number, number>();
      const [found, expected] = [new Map<number, number>(), new Map<number, number>()];
      const take = (): void => {
        sums.take(({ path, bytes, rows: count, packets, pair }) => {
          expect([packets, pair]).toEqual([count, sourceOf.get(path)! + 100]);
          found.set(sourceOf.get(path)!, (found.get(sourceOf.get(path)!) ?? 0) + bytes);
        });
      };
      paths.beforeRestart = take;
      for (const { source, bytes, isRead } of rows) {
        const path = paths.numberOf(Object.assign(new FlowRowCells(), { source }));
        if (!sums.has(path)) sums.begin(path, source + 100);
        sourceOf.set(path, source);
        sums.add(path, bytes, 1);
        expected.set(source, (expected.get(source) ?? 0) + bytes);
        if (isRead) take();
      }
      take();
      expect(found).toEqual(expected);
    }),
    { numRuns: rounds(50) },
  );
});
