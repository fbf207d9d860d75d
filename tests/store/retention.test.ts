import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyRetentions } from '#platform/migrations/retention.ts';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import type { Retention } from '#schemas/table/table.ts';
import { openStack, type Stack } from './stack.ts';

const usual: Record<Retention, number> = {
  raw: 3,
  '5m': 28,
  '1h': 1_096,
  '1d': 1_096,
  alarms: 1_096,
  statistics: 28,
};

describe('the retention', () => {
  let stack: Stack;
  const apply = (change: Partial<typeof usual>) =>
    applyRetentions(stack.clickhouse, { tables: clickhouseTables, days: { ...usual, ...change } });
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(() => stack.close());

  it('is 3 days, 4 weeks and 3 years by default', async () => {
    expect(await apply({})).toEqual([]);
  });

  it('follows its settings, only in the tables of each setting', async () => {
    expect(await apply({ raw: 7, '1h': 120 })).toEqual([
      'flows',
      'flows_1h',
      'flow_metrics',
      'flow_metrics_1h',
      'samples',
      'measures_1h',
    ]);
    expect(await apply({ raw: 7, '1h': 120 })).toEqual([]);
  });

  it('applies to existing rows: the next merge drops expired ones', async () => {
    await apply({});
    const { clickhouse } = stack;
    const insert = (age: number) =>
      clickhouse.command(
        `INSERT INTO samples (customer, site, element, counter, at, uptime, discontinuity, value)
         SELECT 1, 1, 1, 1, now64(3) - INTERVAL ${String(age)} DAY, 0, 0, ${String(age)}`,
      );
    await insert(0);
    await insert(2);
    await apply({ raw: 1 });
    await clickhouse.command('ALTER TABLE samples MATERIALIZE TTL SETTINGS mutations_sync = 2');
    await clickhouse.command('OPTIMIZE TABLE samples FINAL');
    expect(await clickhouse.query('SELECT value FROM samples ORDER BY value')).toEqual([{ value: 0 }]);
  });
});
