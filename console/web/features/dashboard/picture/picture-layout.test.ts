import { describe, expect, it } from 'vitest';
import { exportName, pictureScale, wrapText } from './picture-layout.ts';

describe('a picture', () => {
  it.each([
    ['of a page is twice as sharp as the screen', { width: 1_280, height: 3_000 }, 2],
    ['of a long page stays within what browsers draw', { width: 1_280, height: 32_768 }, 0.5],
    ['of a long and wide page does not exceed their area', { width: 10_000, height: 10_000 }, 1],
    ['of nothing has a scale', { width: 0, height: 0 }, 2],
  ])('%s', (_what, size, scale) => {
    expect(pictureScale(size)).toBeCloseTo(scale, 3);
  });

  it('wraps its heading at words', () => {
    const widthOf = (text: string): number => text.length;
    expect(wrapText('Last 24 h of all sites', 10, widthOf)).toEqual(['Last 24 h', 'of all', 'sites']);
    expect(wrapText('Bahnhofsvorplatzunterführung in Basel', 10, widthOf)).toEqual([
      'Bahnhofsvorplatzunterführung',
      'in Basel',
    ]);
    expect(wrapText('', 10, widthOf)).toEqual(['']);
  });

  it('is named after document, period and zone, in characters that every system takes', () => {
    const at = (hours: number): number => Date.UTC(2026, 10, 24, hours, 5) / 1_000;
    const period = { from: at(9), to: at(13), timeZone: 'Europe/Paris' };
    expect(exportName(['WAN: links/backup', 'Débit <b>'], period)).toBe(
      'WAN links backup - Débit b 2026-11-24 1005 - 2026-11-24 1405 Europe-Paris',
    );
    expect(exportName(['///', ''], { ...period, timeZone: 'America/New_York' })).toBe(
      '2026-11-24 0405 - 2026-11-24 0805 America-New_York',
    );
    expect(exportName(['x'.repeat(400)], period).length).toBeLessThan(190);
  });
});
