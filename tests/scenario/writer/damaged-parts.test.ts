import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TableProbe } from '../../../console/server/features/health/table-probe.ts';
import { singleBlockSettings } from '#ingest/writer/range/insert-range.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { evidenceOf } from '#platform/embedded/clickhouse/storage/damage-evidence.ts';
import { DamageNote } from '#platform/embedded/clickhouse/storage/damage-note.ts';
import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { flows } from '#schemas/table/flows.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { startGuardedClickHouse } from '#tests/fixtures/process/guarded-clickhouse.ts';
import { flowBody, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { atNight } from '#tests/gate/at-night.ts';

const ROWS = 1_000;
/** Raw rows expire after days. */
const AT_MS = systemClock.now().getTime();
const PARTITION = new Date(AT_MS).toISOString().slice(0, 10).replaceAll('-', '');
type Store = Awaited<ReturnType<typeof startGuardedClickHouse>>;

/** The sum of the bytes of the first blocks. */
const totalsOf = (blocks: number) => {
  const rows = blocks * ROWS;
  return { flows: rows, bytes: (rows * (rows - 1)) / 2 };
};

describe('a part of which ClickHouse has written empty files', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'telltale-damaged-'));
    store = await startGuardedClickHouse(folder);
  });
  afterEach(async () => {
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const insert = (block: number): Promise<void> =>
    store.clickhouse.insertRowBinary({
      table: flows.name,
      columns: Object.keys(flows.columns),
      rows: flowBody(block * ROWS, ROWS, AT_MS),
      token: `flows.3:epoch:${String(block * 10 + 1)}-${String(block * 10 + 10)}`,
      settings: singleBlockSettings,
    });
  const probe = (): TableProbe =>
    new TableProbe({
      clickhouse: store.clickhouse,
      clock: systemClock,
      tables: clickhouseTables,
      log: { warn: () => undefined },
    });
  const unreadable = async (): Promise<readonly string[]> => {
    const own = probe();
    await own.probe();
    return own.unreadable;
  };
  /** Empties the files of the newest active part of a table and returns its name. */
  async function damage(table: string): Promise<string> {
    const [part] = await store.clickhouse.query<{ name: string; path: string }>(
      'SELECT name, path FROM system.parts WHERE active AND table = {table:String} ORDER BY max_block_number DESC LIMIT 1',
      { table },
    );
    if (part === undefined) throw new Error(`${table} has no part`);
    for (const file of readdirSync(part.path)) truncateSync(join(part.path, file), 0);
    return part.name;
  }
  /** Overwrites data of the newest active part of a table in files of the same size, notes it as a check does that finds it, and starts ClickHouse again. */
  async function damageAndFind(table: string): Promise<void> {
    const [part] = await store.clickhouse.query<{ name: string; path: string; rows: number }>(
      'SELECT name, path, rows FROM system.parts WHERE active AND table = {table:String} ORDER BY max_block_number DESC LIMIT 1',
      { table },
    );
    if (part === undefined) throw new Error(`${table} has no part`);
    for (const name of readdirSync(part.path).filter((one) => one.endsWith('.bin'))) {
      const file = openSync(join(part.path, name), 'r+');
      writeSync(file, Buffer.alloc(64), 0, 64, 0);
      closeSync(file);
    }
    const found = [{ database: 'default', table, part: part.name, rows: part.rows }];
    const note = new DamageNote(join(folder, 'embedded', 'clickhouse-server', 'damaged-parts.json'));
    note.add(await evidenceOf((sql) => store.clickhouse.query(sql), found));
    await store.kill();
  }
  const figure = (name: string): Promise<number> => store.figure(`telltale_embedded_clickhouse_${name}`);
  const logged = (event: string): readonly Record<string, unknown>[] =>
    store.lines
      .filter((line) => line.includes(`"msg":"${event}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('makes its table unreadable, and is replaced by the parts before its merge at the next start', async () => {
    for (const block of [0, 1, 2]) await insert(block);
    expect(await unreadable()).toEqual([]);
    await store.clickhouse.command('OPTIMIZE TABLE flows FINAL');
    await store.clickhouse.command('OPTIMIZE TABLE flows_5m FINAL');
    const part = await damage('flows');
    await damage('flows_5m');
    expect(await unreadable()).toEqual(['flows', 'flows_5m']);
    await store.kill();
    expect(await unreadable()).toEqual([]);
    expect(await flowTotals(store.clickhouse)).toEqual(sameEverywhere(totalsOf(3)));
    expect(logged('damaged parts restored')).toMatchObject([
      { count: 2, parts: expect.arrayContaining([`flows/${part}`]) },
    ]);
    expect(await store.figure('telltale_embedded_clickhouse_lost_parts')).toBe(0);
  });

  atNight(
    'whose rows are nowhere else is lost, named with its partition, inserts and rows at each start',
    async () => {
      for (const block of [0, 1]) await insert(block);
      await damage('flows');
      await store.kill();
      const loss = {
        table: 'flows',
        partition: PARTITION,
        part: `${PARTITION}_2_2_0`,
        firstBlock: 2,
        lastBlock: 2,
        rows: 'unknown',
      };
      expect(logged('rows of a damaged part lost')).toMatchObject([loss]);
      expect(await store.figure('telltale_embedded_clickhouse_lost_parts')).toBe(1);
      expect((await flowTotals(store.clickhouse))['raw']).toEqual(totalsOf(1));
      // ClickHouse gives its number to the next insert.
      await insert(2);
      await store.kill();
      expect(logged('rows of a damaged part lost')).toHaveLength(2);
      expect(logged('damaged parts restored')).toEqual([]);
    },
  );

  atNight('is not replaced by parts before its merge of which one is missing', async () => {
    for (const block of [0, 1, 2]) await insert(block);
    await store.clickhouse.command('OPTIMIZE TABLE flows FINAL');
    const part = await damage('flows');
    const [missing] = await store.clickhouse.query<{ path: string }>(
      "SELECT path FROM system.parts WHERE NOT active AND table = 'flows' ORDER BY min_block_number LIMIT 1 OFFSET 1",
    );
    rmSync(missing?.path ?? '', { recursive: true });
    await store.kill();
    expect((await flowTotals(store.clickhouse))['raw']?.flows).toBe(2 * ROWS);
    expect(logged('rows of a damaged part lost')).toMatchObject([{ table: 'flows', part }]);
    expect(await figure('lost_parts')).toBe(1);
  });

  it('of an insert that is repeated under its token is stored again, once', async () => {
    for (const block of [0, 1]) await insert(block);
    await damage('flows');
    await damage('flows_1h');
    await store.kill();
    await insert(1);
    await insert(1);
    expect(await flowTotals(store.clickhouse)).toEqual(sameEverywhere(totalsOf(2)));
  });

  atNight(
    'that a check finds is restored once its insert is repeated and its rows are read, not before',
    async () => {
      for (const block of [0, 1]) await insert(block);
      await damageAndFind('flows');
      expect(logged('inserts of damaged parts awaited')).toMatchObject([{ count: 1, rows: ROWS }]);
      expect(await figure('awaited_rows')).toBe(ROWS);
      expect(logged('damaged parts restored')).toEqual([]);
      await insert(1);
      await until('the part is restored', () => logged('damaged parts restored').length === 1);
      expect(await flowTotals(store.clickhouse)).toEqual(sameEverywhere(totalsOf(2)));
      expect(await figure('awaited_rows')).toBe(0);
      expect(await figure('lost_rows')).toBe(0);
      await store.kill();
      expect(logged('rows of a damaged part lost')).toEqual([]);
    },
  );

  it('that a check finds is lost to the row once the writer goes past its insert, which was confirmed', async () => {
    for (const block of [0, 1]) await insert(block);
    await damageAndFind('flows');
    await insert(2);
    await until('the part is lost', () => logged('rows of a damaged part lost').length === 1);
    expect(logged('rows of a damaged part lost')).toMatchObject([{ table: 'flows', rows: ROWS }]);
    expect(await figure('lost_rows')).toBe(ROWS);
    expect((await flowTotals(store.clickhouse))['raw']?.flows).toBe(2 * ROWS);
    await store.kill();
    expect(await figure('lost_rows')).toBe(ROWS);
    expect(logged('damaged parts restored')).toEqual([]);
  });

  atNight(
    'of a rollup that a check finds is derived from its source once the writer goes past its insert',
    async () => {
      for (const block of [0, 1]) await insert(block);
      await damageAndFind('flows_1h');
      await insert(2);
      await until('the rows are derived', () => logged('lost rows derived').length === 1);
      expect(await flowTotals(store.clickhouse)).toEqual(sameEverywhere(totalsOf(3)));
      expect(await figure('lost_rows')).toBe(0);
    },
  );
});
