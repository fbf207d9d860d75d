import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialColumns } from './dial-columns.ts';

describe('dials of a dashlet', () => {
  it.each([
    ['one is alone', 1, [900, 200], 1],
    ['four are two by two in a square', 4, [400, 320], 2],
    ['four are side by side in a low box', 4, [600, 150], 4],
    ['two are one above the other in a high box', 2, [180, 340], 1],
    ['two are side by side in a wide one', 2, [320, 160], 2],
    ['many are below each other where there is no room beside', 6, [120, 200], 1],
  ] as const)('%s', (_, count, [width, height], columns) => {
    expect(dialColumns(count, { width, height })).toBe(columns);
  });

  it('are never narrower than their value, as far as the box has room for one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(2_000), fc.nat(1_000), (count, width, height) => {
        const columns = dialColumns(count, { width, height });
        expect(columns).toBeGreaterThanOrEqual(1);
        expect(columns).toBeLessThanOrEqual(count);
        if (columns > 1) expect((width - 8 * (columns - 1)) / columns).toBeGreaterThanOrEqual(104);
      }),
    );
  });
});
