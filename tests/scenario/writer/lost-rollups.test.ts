import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { singleBlockSettings } from '#ingest/writer/range/insert-range.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { flows } from '#schemas/table/flows.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { startGuardedClickHouse } from '#tests/fixtures/process/guarded-clickhouse.ts';
import { flowBody, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

const ROWS = 1_000;
/** Noon of yesterday: all rows are of one day. */
const AT_MS = Math.floor(systemClock.now().getTime() / DAY_MS) * DAY_MS - DAY_MS / 2;
/** What a part still says of itself in these tests: its rows and the times of them. */
const READABLE = new Set(['count.txt', 'minmax_at.idx']);

const totalsOf = (blocks: number) => {
  const rows = blocks * ROWS;
  return { flows: rows, bytes: (rows * (rows - 1)) / 2 };
};

describe('the rows of a rollup whose part is lost', () => {
  let folder: string;
  let store: Awaited<ReturnType<typeof startGuardedClickHouse>>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'telltale-lost-'));
    store = await startGuardedClickHouse(folder);
  });
  afterEach(async () => {
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Inserts a block as the writer of one partition does. */
  const insert = (block: number): Promise<void> =>
    store.clickhouse.insertRowBinary({
      table: flows.name,
      columns: Object.keys(flows.columns),
      rows: flowBody(block * ROWS, ROWS, AT_MS),
      token: `flows.3:epoch:${String(block * 10 + 1)}-${String(block * 10 + 10)}`,
      settings: singleBlockSettings,
    });
  /** Damages all that a table has, merged before and without the parts before the merge, and starts ClickHouse again. */
  async function lose(...tables: readonly string[]): Promise<readonly string[]> {
    const damaged: string[] = [];
    for (const table of tables) {
      const parts = await store.clickhouse.query<{ path: string }>(
        'SELECT path FROM system.parts WHERE table = {table:String}',
        { table },
      );
      for (const { path } of parts) {
        damaged.push(path);
        for (const file of readdirSync(path)) if (!READABLE.has(file)) truncateSync(join(path, file), 0);
      }
    }
    await store.kill();
    return damaged;
  }
  const logged = (event: string): readonly Record<string, unknown>[] =>
    store.lines
      .filter((line) => line.includes(`"msg":"${event}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const derived = (): Promise<void> =>
    until('the rows are derived', () => logged('lost rows derived').length === 1, 60_000);
  const lostRows = (): Promise<number> => store.figure('telltale_embedded_clickhouse_lost_rows');

  it('are derived from its source, once the writer has repeated what it did not see confirmed', async () => {
    for (const block of [0, 1]) await insert(block);
    const parts = await lose('flows_5m');
    expect((await flowTotals(store.clickhouse))['5m']?.flows).toBe(0);
    expect(await lostRows()).toBeGreaterThan(0);
    expect(logged('rows of a damaged part lost')).toHaveLength(parts.length);
    // Its confirmation was lost with the machine: the rollup takes its rows a second time, the raw table does not.
    await insert(1);
    expect((await flowTotals(store.clickhouse))['5m']?.flows).toBe(ROWS);
    expect(logged('lost rows derived')).toEqual([]);
    await insert(2);
    await derived();
    expect(await flowTotals(store.clickhouse)).toEqual(sameEverywhere(totalsOf(3)));
    await store.kill();
    expect(await flowTotals(store.clickhouse)).toEqual(sameEverywhere(totalsOf(3)));
  });

  atNight(
    'of hours are derived from those of five minutes, and not counted again in days; nothing is lost then',
    async () => {
      await insert(0);
      const parts = await lose('flows_1h');
      expect(await lostRows()).toBeGreaterThan(0);
      await insert(1);
      await derived();
      expect(await flowTotals(store.clickhouse)).toEqual(sameEverywhere(totalsOf(2)));
      expect(logged('lost rows derived')).toMatchObject([{ table: 'flows_1h', source: 'flows_5m', lost: 0 }]);
      expect(await lostRows()).toBe(0);
      expect(await store.figure('telltale_embedded_clickhouse_lost_parts')).toBe(0);
      await store.kill();
      expect(logged('rows of a damaged part lost')).toHaveLength(parts.length);
    },
  );

  atNight(
    'stay lost where the source has lost them too, and a rollup keeps what its source has lost',
    async () => {
      await insert(0);
      await lose('flows', 'flows_5m');
      await insert(1);
      await derived();
      const { raw, '5m': fine, ...above } = await flowTotals(store.clickhouse);
      const second = { flows: ROWS, bytes: totalsOf(2).bytes - totalsOf(1).bytes };
      expect({ raw, fine }).toEqual({ raw: second, fine: second });
      expect(above).toEqual({ '1h': totalsOf(2), '1d': totalsOf(2) });
      expect(logged('lost rows derived')).toMatchObject([{ table: 'flows_5m', rows: 0 }]);
      expect(await lostRows()).toBeGreaterThan(ROWS);
    },
  );

  atNight(
    'of a customer whose hours are cut for its time zone since stay lost: they were of full hours',
    async () => {
      await insert(0);
      await store.clickhouse.command('INSERT INTO rollup_steps (customer, parts, since) SELECT 1, 2, now()');
      const parts = await lose('flows_1h');
      await insert(1);
      await derived();
      const { '5m': fine, '1h': hours } = await flowTotals(store.clickhouse);
      // Each fifth row is one of customer 1.
      expect((fine?.flows ?? 0) - (hours?.flows ?? 0)).toBe(ROWS / 5);
      expect(await lostRows()).toBeGreaterThan(0);
      expect(await store.figure('telltale_embedded_clickhouse_lost_parts')).toBe(parts.length);
    },
  );

  atNight(
    'are derived where they are sums and maxima, as of applications, and stay lost where they are sketches, as of measures',
    async () => {
      await store.clickhouse.command(
        `INSERT INTO flow_metrics (customer, at, application, flows, responses, server_ms_max)
       SELECT 1, toDateTime(${String(AT_MS / 1_000)}) + number * 60, number % 3, 1, number, number FROM numbers(600)`,
      );
      await store.clickhouse.command(
        `INSERT INTO measures (customer, element, kpi, at, length, value) SELECT 1, 1, 1, toDateTime(${String(AT_MS / 1_000)}) + number * 300, 300, 1 FROM numbers(12)`,
      );
      const stored = (): Promise<unknown> =>
        store.clickhouse.query(
          `SELECT application, at, sum(flows) AS flows, sum(responses) AS responses, max(server_ms_max) AS longest FROM flow_metrics_1h
         GROUP BY application, at ORDER BY application, at`,
        );
      const before = await stored();
      await lose('flow_metrics_1h', 'measures_1h');
      expect(await stored()).toEqual([]);
      await derived();
      expect(await stored()).toEqual(before);
      expect(logged('lost rows derived')).toMatchObject([
        { table: 'flow_metrics_1h', source: 'flow_metrics_5m', lost: 0 },
      ]);
      expect(await lostRows()).toBe(1);
    },
  );
});
