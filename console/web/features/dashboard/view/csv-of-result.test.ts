import { describe, expect, it } from 'vitest';
import type { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import type { DataResult } from '#schemas/data/data-answer.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { toLocalIso } from '#web/lib/local-time.ts';
import { csvOfResult } from './csv-of-result.ts';

const words = {
  kpis: libraryDirectory,
  language: 'en',
  others: 'Others',
  time: 'Time',
  hidden: 'Other sites',
  unknown: 'Unknown',
  outside: 'Internet',
  deletedElements: 'Deleted elements',
  deleted: (name: string) => `${name} (deleted)`,
  earlier: (name: string) => `${name} (a day earlier)`,
} as const;
const base: DataResult = {
  series: [
    {
      ...{ kpi: 'itf_in_util', unit: 'percent', kind: 'ratio', aggregation: 'average', over: null },
      ...{ working: '5m', isCoarser: false, fromQuantiles: false },
    },
  ],
  working: '5m',
  display: '5m',
  timeZone: 'UTC',
  from: 0,
  to: 600,
  steps: [0, 300],
  rows: [
    { key: [{ attribute: 'site', id: 1, name: '=1+1, "Lyon"' }], values: [[1.5, null]] },
    { key: [], others: true, values: [[3, 4]] },
  ],
  rowCount: 2,
  sources: ['samples'],
  version: 600,
};
const asked = (label = '') => [{ kpi: 'itf_in_util', label }] as unknown as readonly DashletSeries[];
const linesOf = (...[result, series, own]: Parameters<typeof csvOfResult>): readonly string[] => {
  const csv = csvOfResult(result, series, own);
  // Spreadsheets take a file without it for one of their own character set.
  expect(csv.startsWith('\uFEFF')).toBe(true);
  return csv.slice(1).split('\r\n');
};
const [first, second] = [toLocalIso(0), toLocalIso(300_000)];

describe('the CSV file of a dashlet', () => {
  it('has a line per row and step, with times in the zone of the reader', () => {
    expect(first).toMatch(/^19(69|70)-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$/);
    expect(linesOf(base, asked(), words)).toEqual([
      '"Site","Time","Inbound utilisation (Average, Percent)"',
      `"'=1+1, ""Lyon""","${first}","1.5"`,
      `"'=1+1, ""Lyon""","${second}",""`,
      `"Others","${first}","3"`,
      `"Others","${second}","4"`,
      '',
    ]);
  });

  it('without steps has a line per row', () => {
    const result = { ...base, steps: null, rows: [{ key: [], values: [[7]] }] };
    expect(linesOf(result, asked(), words)).toEqual(['"Inbound utilisation (Average, Percent)"', '"7"', '']);
  });

  it('uses the words of the reader and the names of the dashlet', () => {
    const french = { ...words, language: 'fr', time: 'Heure' } as const;
    expect(linesOf(base, asked('Entrée'), french)[0]).toBe('"Site","Heure","Entrée (Moyenne, Pourcentage)"');
  });

  it('has the values of the earlier period beside those that are compared with it', () => {
    const [row] = base.rows;
    const result = { ...base, rows: [{ ...row!, earlier: [[9, 8]] }] };
    expect(linesOf(result, asked('In'), words)).toEqual([
      '"Site","Time","In (Average, Percent)","In (Average, Percent) (a day earlier)"',
      `"'=1+1, ""Lyon""","${first}","1.5","9"`,
      `"'=1+1, ""Lyon""","${second}","","8"`,
      '',
    ]);
  });

  it('has the time of a minimum as a time', () => {
    const series = [{ ...base.series[0]!, aggregation: 'minimum date' as const }];
    const result = { ...base, series, steps: null, rows: [{ key: [], values: [[300]] }] };
    expect(linesOf(result, asked(), words)[1]).toBe(`"${second}"`);
  });
});
