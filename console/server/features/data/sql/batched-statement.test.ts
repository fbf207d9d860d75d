import { describe, expect, it } from 'vitest';
import { anElementPart } from '#tests/fixtures/element-part.ts';
import type { ElementValues } from './element-values.ts';
import { Batch, batchKey, splitColumns } from './batched-statement.ts';
import { rankStatement, valuesStatement, type StatementSource } from './statement.ts';

const source = (values: Partial<ElementValues>): StatementSource =>
  valuesStatement([anElementPart(values)], 'UTC').source;
const keyOf = (values: Partial<ElementValues>) => batchKey(source(values));

describe('statements that are read together', () => {
  it('differ in their sites and elements only', () => {
    expect(keyOf({ sites: [2, 3] })).toBe(keyOf({ sites: [1] }));
    expect(keyOf({ elements: [10] })).toBe(keyOf({ elements: [20, 21] }));
    for (const other of [
      { kpi: 8 },
      { customer: 2 },
      { to: 900 },
      { by: 'site' as const },
      { elements: [10] },
    ])
      expect(keyOf(other)).not.toBe(keyOf({}));
    const rank = rankStatement(anElementPart({}), 'UTC', { order: 'highest', count: 4 });
    expect(batchKey(rank.source)).not.toBe(keyOf({}));
  });

  it('name their sites, and have no other lists', () => {
    const parents = { elements: [10], parents: [5] };
    for (const own of [{ sites: undefined }, { sites: [] }, { ranked: [10] }, { parents }])
      expect(keyOf(own)).toBeUndefined();
  });

  it('have no site in common', () => {
    const batch = new Batch();
    const added = [[1, 2], [3], [2, 4], [4]].map((sites) => batch.add(source({ sites })));
    expect([added, batch.size]).toEqual([[true, true, false, true], 3]);
    expect(batch.statement().params).toMatchObject({ sites: [1, 2, 3, 4], requests: [0, 0, 1, 2] });
  });

  it('get their own rows', () => {
    const columns = { request: [0, 0, 2], key_0: [7, 8, 9], value_0: [1, null, 3] };
    expect(splitColumns(columns, 4)).toEqual([
      { key_0: [7, 8], value_0: [1, null] },
      { key_0: [], value_0: [] },
      { key_0: [9], value_0: [3] },
      { key_0: [], value_0: [] },
    ]);
  });
});
