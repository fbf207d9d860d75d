import { describe, expect, it } from 'vitest';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import { TableSettings } from '#schemas/dashboard/dashlets/table.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { tableLines } from './table-rows.ts';

const words = {
  kpis: libraryDirectory,
  language: 'en',
  others: 'Others',
  hidden: 'Other sites',
  unknown: 'Unknown',
  deleted: (name: string) => `${name} (deleted)`,
  deletedElements: 'Deleted elements',
  outside: 'Internet',
} as const;
const result = (steps: readonly number[] | null) =>
  ({
    steps,
    rows: [
      { key: [{ attribute: 'site', id: 1, name: 'Lyon' }], values: [[70, 80]] },
      { key: [{ attribute: 'site', id: 2, name: null }], values: [[95, null]] },
      { key: [], others: true, values: [[10, 20]] },
    ],
  }) as unknown as DataResult;
const settings = (part: object) =>
  TableSettings.parse({
    series: [{ kpi: 'itf_in_util' }],
    keys: ['site'],
    breakdown: { kind: 'all' },
    ...part,
  });

describe('the lines of a table', () => {
  it('are the rows of the result', () => {
    expect(
      tableLines(result(null), settings({}), words).map(({ keys, values }) => [...keys, ...values]),
    ).toEqual([
      ['Lyon', 70],
      ['Unknown', 95],
      ['Others', 10],
    ]);
  });

  it('are the steps of each row, newest first, with the key date', () => {
    const lines = tableLines(result([0, 300]), settings({ keys: ['date', 'site'] }), words);
    expect(lines.slice(0, 2).map(({ at, values }) => [at, values[0]])).toEqual([
      [300_000, 80],
      [0, 70],
    ]);
  });

  it('are at most as many as the table may have', () => {
    expect(tableLines(result(null), settings({ maxLines: 1 }), words)).toHaveLength(1);
  });
});
