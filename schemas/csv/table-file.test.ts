import { describe, expect, it } from 'vitest';
import { csvOfTable, type CsvForm, type FileTable } from './table-file.ts';

const french: CsvForm = { dialect: 'european', language: 'fr' };
const english: CsvForm = { dialect: 'international', language: 'en' };
const at = (iso: string): number => Date.parse(iso);

const times = (timeZone: string, ...isos: readonly string[]): FileTable => ({
  columns: [
    { is: 'time', name: 'Time', timeZone },
    { is: 'value', name: 'Load' },
  ],
  rows: isos.map((iso, index) => [at(iso), index + 0.5]),
});
const linesOf = (table: FileTable, form: CsvForm): readonly string[] =>
  csvOfTable(table, form).split('\r\n').slice(0, -1);

describe('a table as CSV', () => {
  it('starts with the byte order mark, in both dialects', () => {
    for (const form of [french, english])
      expect(linesOf(times('UTC'), form)[0]).toMatch(/^\uFEFF"Time \(UTC\)"/);
  });

  it('distinguishes the two hours that a clock shows twice at the end of summer time', () => {
    expect(linesOf(times('Europe/Paris', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'), french)).toEqual([
      '\uFEFF"Time (Europe/Paris)";"Décalage UTC";"Load"',
      '"2026-10-25 02:30:00";"UTC+02:00";0,5',
      '"2026-10-25 02:30:00";"UTC+01:00";1,5',
    ]);
    expect(
      linesOf(times('America/New_York', '2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z'), english),
    ).toEqual([
      '\uFEFF"Time (America/New_York)","UTC offset","Load"',
      '"2026-11-01 01:00:00","UTC-04:00",0.5',
      '"2026-11-01 01:00:00","UTC-05:00",1.5',
    ]);
  });

  it('skips the hour that a clock skips at the start of summer time', () => {
    expect(
      linesOf(times('Europe/Paris', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'), english).slice(1),
    ).toEqual(['"2026-03-29 01:30:00","UTC+01:00",0.5', '"2026-03-29 03:30:00","UTC+02:00",1.5']);
  });

  it('has days as the calendar of the zone counts them, whose length changes with the clock', () => {
    const days = ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z'];
    const columns = [{ is: 'day', name: 'Jour', timeZone: 'Europe/Paris' }] as const;
    expect(linesOf({ columns, rows: days.map((day) => [at(day)]) }, french)).toEqual([
      '\uFEFF"Jour (Europe/Paris)"',
      '"2026-10-25"',
      '"2026-10-26"',
      '"2026-10-27"',
    ]);
  });

  it('names the offset of each time where there are several, and leaves empty what is no time', () => {
    const timeZone = 'Asia/Kolkata';
    const columns = [
      { is: 'time', name: 'from', timeZone },
      { is: 'time', name: 'until', timeZone },
    ] as const;
    const rows = [
      [at('2026-11-24T00:00:00Z'), null],
      [1e300, 'open'],
    ];
    expect(linesOf({ columns, rows }, english)).toEqual([
      '\uFEFF"from (Asia/Kolkata)","from: UTC offset","until (Asia/Kolkata)","until: UTC offset"',
      '"2026-11-24 05:30:00","UTC+05:30","",""',
      '"","","open",""',
    ]);
  });
});
