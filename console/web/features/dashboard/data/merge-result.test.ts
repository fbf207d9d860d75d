import { describe, expect, it } from 'vitest';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import { mergeResult } from './merge-result.ts';

const result = (
  steps: readonly number[],
  rows: Readonly<Record<number, readonly (number | null)[]>>,
): DataResult => ({
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
  from: steps[0] ?? 0,
  to: (steps.at(-1) ?? 0) + 300,
  steps: [...steps],
  rows: Object.entries(rows).map(([id, values]) => ({
    key: [{ attribute: 'interface', id: Number(id), name: id }],
    values: [[...values]],
  })),
  rowCount: Object.keys(rows).length,
  sources: ['samples'],
  version: (steps.at(-1) ?? 0) + 300,
});

const shape = (merged: DataResult | undefined) =>
  merged && { steps: merged.steps, values: merged.rows.map(({ values }) => values[0]) };

describe('a result to which new windows are appended', () => {
  const shown = result([0, 300, 600], { 1: [1, 2, 3], 2: [4, null, 6] });

  it('has the new steps, without those before the period', () => {
    expect(shape(mergeResult(shown, result([900], { 1: [5], 2: [7] }), 300))).toEqual({
      steps: [300, 600, 900],
      values: [
        [2, 3, 5],
        [null, 6, 7],
      ],
    });
  });

  it('has the corrected values of steps that it had', () => {
    expect(shape(mergeResult(shown, result([600, 900], { 1: [9, 5], 2: [6, 7] }), 0))?.values[0]).toEqual([
      1, 2, 9, 5,
    ]);
  });

  it('has no values where a row has none', () => {
    expect(shape(mergeResult(shown, result([900], { 1: [5] }), 0))?.values[1]).toEqual([4, null, 6, null]);
  });

  it('has the current names: an element that was deleted is shown as deleted, with or without new values', () => {
    const newer = result([900], { 1: [null], 3: [null] });
    const deleted = newer.rows.map((row) => ({
      ...row,
      key: row.key.map((part) => ({ ...part, deleted: true as const })),
    }));
    const merged = mergeResult(shown, { ...newer, rows: deleted }, 0);
    expect(merged?.rows.map(({ key }) => key[0]?.deleted ?? false)).toEqual([true, false]);
    expect(shape(merged)?.values[0]).toEqual([1, 2, 3, null]);
  });

  it('has the values of the earlier period at the same places', () => {
    const compared = (
      steps: readonly number[],
      values: readonly number[],
      earlier: readonly (number | null)[],
    ): DataResult => {
      const plain = result(steps, { 1: values });
      return {
        ...plain,
        rows: plain.rows.map((row) => ({ ...row, earlier: [[...earlier]] })),
        earlier: { steps: steps.map((step) => step + 1), retained: true },
      };
    };
    const merged = mergeResult(
      compared([0, 300, 600], [1, 2, 3], [7, 8, null]),
      compared([600, 900], [4, 5], [9, 10]),
      300,
    );
    expect(merged?.rows[0]).toMatchObject({ values: [[2, 4, 5]], earlier: [[8, 9, 10]] });
    expect(merged?.earlier).toEqual({ steps: [301, 601, 901], retained: true });
  });

  it('is requested in full when a row appears', () => {
    expect(mergeResult(shown, result([900], { 3: [5] }), 0)).toBeUndefined();
  });

  it('has only new steps when all others left the period', () => {
    expect(shape(mergeResult(shown, result([900, 1_200], { 1: [5, 6], 2: [7, 8] }), 1_200))).toEqual({
      steps: [1_200],
      values: [[6], [8]],
    });
  });
});
