import { describe, expect, it } from 'vitest';
import { formatMoment } from '#web/lib/format.ts';
import { kpiColumn, kpiValue } from './kpi-value.ts';

const at = Date.parse('2026-11-24T23:30:00Z') / 1_000;

describe('a value that is a date', () => {
  it.each([
    ['Asia/Kolkata', 'en', '25 Nov 2026, 05:00'],
    ['America/New_York', 'en', '24 Nov 2026, 18:30'],
    ['Pacific/Kiritimati', 'fr', '25 nov. 2026, 13:30'],
  ] as const)('is that of its zone, %s, in %s', (...[timeZone, language, shown]) => {
    const style = { unit: 'timestamp', timeZone } as const;
    expect(kpiValue(style, at, language)).toBe(shown);
    expect(kpiColumn([at, null], style, language)(at)).toBe(shown);
    expect(kpiColumn([at, null], style, language)(null)).toBe('–');
  });

  it('without a zone is that of the browser', () => {
    expect(kpiValue({ unit: 'timestamp' }, at, 'en')).toBe(formatMoment(at * 1_000, 'en'));
  });
});
