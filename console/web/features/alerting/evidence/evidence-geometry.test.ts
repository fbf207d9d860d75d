import { describe, expect, it } from 'vitest';
import { evidenceGeometry } from './evidence-geometry.ts';

const size = { width: 100, height: 50 };

describe('the bars of the last measures', () => {
  it('a value at the threshold reaches the line', () => {
    const { bars, threshold } = evidenceGeometry({ recent: [80], operator: '>=', threshold: 80 }, size);
    expect(bars[0]!.y).toBeCloseTo(threshold);
    expect(bars[0]!.is).toBe('outlier');
  });

  it('a window without a measure is a stub and not an outlier', () => {
    const { bars } = evidenceGeometry({ recent: [null, 10], operator: '<', threshold: 80 }, size);
    expect(bars.map(({ is }) => is)).toEqual(['none', 'outlier']);
    expect(bars[0]!.height).toBe(2);
  });

  it('all bars stay inside', () => {
    const { bars } = evidenceGeometry({ recent: [1, 500, 3], operator: '>', threshold: 80 }, size);
    for (const bar of bars) expect(bar.y).toBeGreaterThanOrEqual(0);
  });
});
