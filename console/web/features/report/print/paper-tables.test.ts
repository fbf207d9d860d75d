import { describe, expect, it } from 'vitest';
import { paperPartOf, sheetsOf, withRows, type ContinuedTables } from './paper-tables.ts';

const columns = { widths: [100, 50], scale: 1 };
const onRows = (): void => undefined;
const none: ContinuedTables = new Map();
const rows = (from: number, count: number, total = 70) => ({ from, count, total, columns });

/** Takes up to a number of sheets. */
const upTo = (sheets: number) => () => sheets-- > 0;

describe('tables that are longer than their frame', () => {
  it('continue over sheets until the last row, with the columns of the first part', () => {
    const take = upTo(10);
    let tables = withRows(none, { item: 'sites', takeSheet: take }, rows(0, 20));
    tables = withRows(tables, { item: 'sites', takeSheet: take }, rows(20, 30));
    tables = withRows(tables, { item: 'sites', takeSheet: take }, rows(50, 20));
    expect(sheetsOf(tables)).toBe(2);
    expect([0, 1, 2].map((index) => paperPartOf(tables, 'sites', { index, onRows }))).toEqual([
      { from: 0, columns: undefined, isLast: false, onRows },
      { from: 20, columns, isLast: false, onRows },
      { from: 50, columns, isLast: false, onRows },
    ]);
  });

  it('take no sheet for what fits, and none twice', () => {
    expect(withRows(none, { item: 'sites', takeSheet: upTo(10) }, rows(0, 70))).toBe(none);
    const tables = withRows(none, { item: 'sites', takeSheet: upTo(10) }, rows(0, 20));
    expect(withRows(tables, { item: 'sites', takeSheet: upTo(10) }, rows(0, 20))).toBe(tables);
  });

  it('end with the last part when no sheets are left', () => {
    const take = upTo(1);
    let tables = withRows(none, { item: 'sites', takeSheet: take }, rows(0, 20));
    tables = withRows(tables, { item: 'sites', takeSheet: take }, rows(20, 30));
    tables = withRows(tables, { item: 'ports', takeSheet: take }, rows(0, 5));
    expect(sheetsOf(tables)).toBe(1);
    expect(paperPartOf(tables, 'sites', { index: 1, onRows })).toMatchObject({ from: 20, isLast: true });
    expect(paperPartOf(tables, 'ports', { index: 0, onRows })).toMatchObject({ from: 0, isLast: true });
  });
});
