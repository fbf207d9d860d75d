import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '#tests/fixtures/rounds.ts';
import { CellsOfPaths, FlowPaths } from './flow-paths.ts';
import { FlowRowCells } from './flow-row.ts';

const id = fc.integer({ min: 0, max: 5 }).map((value) => value * 0x3333_3333);
const cells = fc.record({
  customer: id,
  site: id,
  source: id,
  destination: id,
  dscp: fc.constantFrom(0, 46),
});

const rowOf = (of: object): FlowRowCells => Object.assign(new FlowRowCells(), of);

it('a cell noted for a path is that of its key, whatever other paths there are and however often numbers start from 0 again', () => {
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 400 }), fc.constantFrom(4, 64, 65_536), (keys, max) => {
      const paths = new FlowPaths(max);
      const noted = new CellsOfPaths(paths, 2);
      const known = new Map<string, number>();
      for (const key of keys) {
        const text = JSON.stringify(key);
        const path = paths.numberOf(rowOf(key));
        expect(path).toBeLessThan(paths.capacity);
        const cell = noted.get(path, 1);
        if (cell >= 0) expect(cell).toBe(known.get(text));
        noted.note(path, 1, known.get(text) ?? known.size);
        known.set(text, known.get(text) ?? known.size);
        expect(noted.get(path, 0)).toBe(-1);
        expect(paths.numberOf(rowOf(key))).toBe(path);
      }
    }),
    { numRuns: rounds(50) },
  );
});
