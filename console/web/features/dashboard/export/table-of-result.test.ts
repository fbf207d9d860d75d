import { describe, expect, it } from 'vitest';
import type { Annotation } from '#schemas/annotation/annotation.ts';
import type { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import { csvOfTable } from '#schemas/csv/table-file.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { factsOfResult, tableOfResult, type TableWords } from './table-of-result.ts';
import { useExportTexts } from './texts/en.ts';

const words: TableWords = {
  kpis: libraryDirectory,
  language: 'en',
  others: 'Others',
  text: useExportTexts.in('en'),
  hidden: 'Other sites',
  unknown: 'Unknown',
  outside: 'Internet',
  deletedElements: 'Deleted elements',
  deleted: (name: string) => `${name} (deleted)`,
  earlier: (name: string) => `${name} (a day earlier)`,
};
const french: TableWords = {
  ...words,
  language: 'fr',
  text: useExportTexts.in('fr'),
};
const base: DataResult = {
  series: [
    {
      kpi: 'itf_in_util',
      unit: 'percent',
      kind: 'ratio',
      aggregation: 'average',
      over: null,
      working: '5m',
      isCoarser: false,
      fromQuantiles: false,
    },
  ],
  working: '5m',
  display: '5m',
  timeZone: 'UTC',
  from: 0,
  to: 600,
  steps: [0, 300],
  rows: [
    { key: [{ attribute: 'site', id: 1, name: '=1+1, "Lyon"' }], values: [[-1.5, null]] },
    { key: [], others: true, values: [[3, 4]] },
  ],
  rowCount: 2,
  sources: ['samples'],
  version: 600,
};
const called = (label = '') => [{ kpi: 'itf_in_util', label }] as unknown as readonly DashletSeries[];
const linesOf = (...[result, series, own]: Parameters<typeof tableOfResult>): readonly string[] =>
  csvOfTable(tableOfResult(result, series, own), {
    dialect: own.language === 'fr' ? 'european' : 'international',
    language: own.language,
  })
    .slice(1)
    .split('\r\n');
const seconds = (iso: string): number => Date.parse(iso) / 1_000;
const single = (...values: readonly number[]): DataResult['rows'] => [{ key: [], values: [[...values]] }];

describe('the table of a dashlet', () => {
  it('has a row per row and step, with the zone of the times in their heading', () => {
    expect(linesOf(base, called(), words)).toEqual([
      '"Site","Time (UTC)","UTC offset","Inbound utilisation (Average, Percent)"',
      `"'=1+1, ""Lyon""","1970-01-01 00:00:00","UTC+00:00",-1.5`,
      `"'=1+1, ""Lyon""","1970-01-01 00:05:00","UTC+00:00",""`,
      '"Others","1970-01-01 00:00:00","UTC+00:00",3',
      '"Others","1970-01-01 00:05:00","UTC+00:00",4',
      '',
    ]);
  });

  it('without steps has a row per row', () => {
    const result = { ...base, steps: null, rows: single(7) };
    expect(linesOf(result, called(), words)).toEqual(['"Inbound utilisation (Average, Percent)"', '7', '']);
  });

  it('uses the words of the reader and the names of the dashlet', () => {
    expect(linesOf(base, called('Entrée'), french).slice(0, 2)).toEqual([
      '"Site";"Heure (UTC)";"Décalage UTC";"Entrée (Moyenne, Pourcentage)"',
      `"'=1+1, ""Lyon""";"1970-01-01 00:00:00";"UTC+00:00";-1,5`,
    ]);
  });

  it.each([
    ['America/New_York', ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'], '01:30:00', '-04:00 -05:00'],
    ['Europe/Paris', ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'], '02:30:00', '+02:00 +01:00'],
  ])(
    'has the times of the zone of the result, %s, apart in the hour that comes twice',
    (...[timeZone, isos, clock, offsets]) => {
      const result = { ...base, timeZone, steps: isos.map(seconds), rows: single(1, 2) };
      const rows = linesOf(result, called(), words).slice(1, -1);
      expect(rows.map((row) => row.split(',')[0]?.slice(12, 20))).toEqual([clock, clock]);
      expect(rows.map((row) => row.split(',')[1]?.slice(4, 10)).join(' ')).toBe(offsets);
    },
  );

  it.each([
    ['1d', 'America/New_York', '2026-11-28T05:00:00Z', 'Day (America/New_York)', '2026-11-28'],
    ['1d', 'Asia/Kolkata', '2026-11-27T18:30:00Z', 'Day (Asia/Kolkata)', '2026-11-28'],
    ['1w', 'Europe/Paris', '2026-10-25T23:00:00Z', 'Week from (Europe/Paris)', '2026-10-26'],
    ['1mo', 'Europe/Paris', '2026-10-31T23:00:00Z', 'Month from (Europe/Paris)', '2026-11-01'],
  ] as const)('of steps of %s in %s has days of that zone', (...[display, timeZone, step, heading, day]) => {
    const result = { ...base, display, timeZone, steps: [seconds(step)], rows: single(1) };
    expect(linesOf(result, called(), words).slice(0, 2)).toEqual([
      `"${heading}","Inbound utilisation (Average, Percent)"`,
      `"${day}",1`,
    ]);
  });

  it('has the values of the earlier period next to those that are compared with it', () => {
    const [row] = base.rows;
    const result = { ...base, rows: [{ ...row!, earlier: [[9, 8]] }] };
    expect(linesOf(result, called('In'), words)).toEqual([
      '"Site","Time (UTC)","UTC offset","In (Average, Percent)","In (Average, Percent) (a day earlier)"',
      `"'=1+1, ""Lyon""","1970-01-01 00:00:00","UTC+00:00",-1.5,9`,
      `"'=1+1, ""Lyon""","1970-01-01 00:05:00","UTC+00:00","",8`,
      '',
    ]);
  });

  it('has what users noted in a column of its own, in each step of its time and harmless to spreadsheets', () => {
    const note = (text: string, from: number, to: number | null = null) =>
      ({ text, from, to, author: 'Jane' }) as unknown as Annotation;
    const noted = { ...words, annotations: [note('=1+1', 10), note('works', 299, 301)] };
    const rows = linesOf(base, called('In'), noted);
    expect(rows[0]).toMatch(/,"Annotations"$/);
    expect([rows[1]?.split(',').at(-1), rows[1]]).toEqual([
      expect.stringContaining('works (Jane)'),
      expect.stringContaining(`"'=1+1 (Jane)`),
    ]);
    expect(rows.filter((row) => row.includes('works'))).toHaveLength(4);
  });

  it('has the time of a minimum as a time of the zone', () => {
    const series = [{ ...base.series[0]!, aggregation: 'minimum date' as const }];
    const result = { ...base, series, timeZone: 'Asia/Kolkata', steps: null, rows: single(300) };
    const [heading, row] = linesOf(result, called('In'), words);
    expect(heading).toMatch(/^"In \(.+\) \(Asia\/Kolkata\)","UTC offset"$/);
    expect(row).toBe('"1970-01-01 05:35:00","UTC+05:30"');
  });

  it('is described by its period, granularity, KPIs and units', () => {
    expect(factsOfResult(base, called('Entrée'), french)).toEqual([
      ['Du', { is: 'time', at: 0 }],
      ['Au', { is: 'time', at: 600_000 }],
      ['Granularité', '5 minutes'],
      [],
      ['KPI', 'Identifiant', 'Agrégation', 'Unité'],
      ['Entrée', 'itf_in_util', 'Moyenne', 'Pourcentage'],
      [],
      ['Les pourcentages sont des nombres de 0 à 100.'],
    ]);
  });
});
