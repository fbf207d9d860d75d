import { expect, it } from 'vitest';
import type { DataResult } from '#schemas/data/data-answer.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
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
} as const;
const base: DataResult = {
  series: [{ kpi: 'flow_unknown', aggregation: 'average', unit: 'percent' }],
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

it('a result is downloaded with a line per row and step', () => {
  expect(csvOfResult(base, words).split('\r\n')).toEqual([
    'site,Time,"flow_unknown (average, percent)"',
    `"'=1+1, ""Lyon""",1970-01-01T00:00:00.000Z,1.5`,
    `"'=1+1, ""Lyon""",1970-01-01T00:05:00.000Z,`,
    'Others,1970-01-01T00:00:00.000Z,3',
    'Others,1970-01-01T00:05:00.000Z,4',
    '',
  ]);
});

it('one without steps has a line per row', () => {
  const result = { ...base, steps: null, rows: [{ key: [], values: [[7]] }] };
  expect(csvOfResult(result, words).split('\r\n')).toEqual(['"flow_unknown (average, percent)"', '7', '']);
});

it('a row is named as in the dashlet: deleted elements, traffic to no site and sites that the user does not see', () => {
  const rows: DataResult['rows'] = [
    { key: [{ attribute: 'conversation', id: 7, name: 'Lyon', deleted: true }], values: [[1]] },
    { key: [{ attribute: 'conversation', id: 0, name: null }], values: [[2]] },
    { key: [{ attribute: 'conversation', id: 0xffff_ffff, name: null, hidden: true }], values: [[3]] },
  ];
  expect(
    csvOfResult({ ...base, steps: null, rows }, words)
      .split('\r\n')
      .slice(1, 4),
  ).toEqual(['Lyon (deleted),1', 'Internet,2', 'Other sites,3']);
});
