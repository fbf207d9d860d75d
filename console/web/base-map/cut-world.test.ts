import { describe, expect, it } from 'vitest';
import { cutLine, cutPolygon, thin } from './cut-world.ts';

const longitudes = (polygon: number[][][]) => polygon[0]!.map(([x]) => x!);

describe('cutting the world at the date line', () => {
  it('a polygon that does not reach the date line stays one', () => {
    expect(
      cutPolygon([
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 0],
        ],
      ]),
    ).toHaveLength(1);
  });

  it('a polygon across the date line becomes one on each side', () => {
    const parts = cutPolygon([
      [
        [170, 0],
        [-170, 0],
        [-170, 10],
        [170, 10],
        [170, 0],
      ],
    ]);
    expect(parts).toHaveLength(2);
    for (const part of parts) {
      const xs = longitudes(part);
      expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(10);
    }
  });

  it('a ring around the pole is closed along the pole', () => {
    const ring = Array.from({ length: 37 }, (_, index) => [((index * 10 + 180) % 360) - 180, -70]);
    const all = cutPolygon([ring]).flatMap((part) => part[0]!);
    expect(Math.min(...all.map(([, y]) => y!))).toBe(-90);
  });

  it('a border that jumps over the date line is split', () => {
    expect(
      cutLine([
        [178, 1],
        [179, 1],
        [-179, 1],
        [-178, 1],
      ]),
    ).toHaveLength(2);
  });

  it('points that fall together after rounding are dropped', () => {
    expect(
      thin([
        [1.001, 1],
        [1.002, 1],
        [1.02, 1],
      ]),
    ).toHaveLength(2);
  });
});
