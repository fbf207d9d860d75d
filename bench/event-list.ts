import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { OccurrenceOrder } from '#schemas/alerting/occurrences.ts';
import { eventsSql } from '#server/features/alerting/history-queries.ts';
import { OccurrenceReader } from '#server/features/alerting/occurrences/occurrence-reader.ts';
import type { HistoryScope } from '#server/features/alerting/history-reader.ts';
import { startStores } from './harness/embedded-stores.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { childOf, cpuSecondsOf } from './harness/process-cpu.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';

const DAY = 86_400;
const HISTORY_DAYS = 30;
const EVENTS = 100_000;
const ROUNDS = 7;

/**
 * Each of 25,000 ports raises and clears its alarm twice a day. One port in 50 does not clear the second one: it runs until the raise of
 * the next day.
 */
async function fill(ch: ClickHouse, first: number, days: number): Promise<void> {
  const evidence = JSON.stringify({ windows: [{ at: 1, value: 97 }], operator: '>=', pad: 'x'.repeat(230) });
  await ch.command(`INSERT INTO alarm_events
    (customer, site, element, alarm, kpi, event, edge, severity, cause, at, length, ingested, value, threshold, outliers, measures, evidence)
    SELECT 1, 1 + port % 500, 4 + port, 1 + port % 3, 1, MD5(toString(number)), if(isClear, 'clear', 'raise'),
      ['critical', 'major', 'minor'][1 + port % 3], 'rule',
      toDateTime(${String(first)} + day * ${String(DAY)} + half * 43200 + cityHash64(port, half, day) % 36000 + if(isClear, 60 + cityHash64(port, day) % 6000, 0), 'UTC'),
      60, now64(3), 97, 90, 1, 1, '${evidence}'
    FROM (
      SELECT number, intDiv(number, ${String(EVENTS)}) AS day, number % 25000 AS port, intDiv(number, 25000) % 2 AS half,
        intDiv(number, 50000) % 2 AS isClear
      FROM numbers(${String(days * EVENTS)})
    )
    WHERE NOT (port % 50 = 0 AND isClear AND half = 1)`);
}

interface Stores {
  readonly ch: ClickHouse;
  readonly db: Db;
  /** Process of ClickHouse. */
  readonly store: number;
}

interface Cost {
  readonly wall: readonly number[];
  readonly cpu: readonly number[];
}

/** Milliseconds of each repetition, and CPU-milliseconds of the store. */
async function costOf(store: number, call: () => Promise<unknown>): Promise<Cost> {
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [cpuBefore, start] = [cpuSecondsOf(store), performance.now()];
    await call();
    wall.push(performance.now() - start);
    cpu.push((cpuSecondsOf(store) - cpuBefore) * 1_000);
  }
  return { wall, cpu };
}

/** The calls of the page, without HTTP: page, counts, names and who was notified. */
function callsOf(reader: OccurrenceReader, period: { readonly from: number; readonly to: number }) {
  const scope = {
    customer: 1,
    caller: { permissions: new Set(['EXTRA.RESTRICTED.read']), groups: new Set(), sites: new Map() },
  } as unknown as HistoryScope;
  const list = (order: OccurrenceOrder, more: { readonly offset?: number; readonly q?: string } = {}) =>
    reader.list(scope, { ...period, order, offset: 0, limit: 200, ...more });
  return {
    'newest 200': () => list('-raised'),
    '200 by duration after 20,000': () => list('-duration', { offset: 20_000 }),
    '200 by element': () => list('element'),
    '200 of a searched name': () => list('-raised', { q: 'itf_in' }),
    'by site': () => reader.listGroups(scope, { ...period, by: 'site' }),
    'by device': () => reader.listGroups(scope, { ...period, by: 'device' }),
    'hand-over': () => reader.readHandover(scope, period),
  };
}

const none = { sites: new Map(), devices: new Map(), interfaces: new Map(), customers: new Map() };

async function measure({ ch, db, store }: Stores): Promise<readonly BenchResult[]> {
  const to = Math.floor(Date.now() / 1_000 / DAY) * DAY;
  const from = to - DAY;
  await fill(ch, from - HISTORY_DAYS * DAY, HISTORY_DAYS + 1);
  const reader = new OccurrenceReader({
    clickhouse: ch,
    db,
    inventory: { current: none } as never,
    visibility: {} as never,
    clock: systemClock,
    notes: { listOfPeriod: () => Promise.resolve({ notes: [], next: null }) },
    alerts: { sees: () => true },
    traffic: { readShare: () => Promise.resolve(undefined) },
    entries: { listOf: () => Promise.resolve(new Map()) },
  });
  const unpaired = eventsSql({ customer: 1, from, to, acknowledgements: true, limit: EVENTS });
  const peer = await costOf(store, () => ch.query(unpaired.sql, unpaired.params, unpaired.settings));
  const results: BenchResult[] = [];
  for (const [name, call] of Object.entries(callsOf(reader, { from, to }))) {
    const own = await costOf(store, call);
    for (const kind of ['wall', 'cpu'] as const) {
      const [value, peerValue] = [quantile(own[kind], 0.5), quantile(peer[kind], 0.5)];
      results.push({
        name: `a day of 100,000 events, ${name}: ${kind}`,
        value,
        unit: 'ms',
        samples: own[kind],
        peer: 'reading the events unpaired',
        peerValue,
        ratio: value / peerValue,
      });
    }
  }
  return results;
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const ch = openClickHouse(stores.endpoints.CLICKHOUSE_URL);
  const db = openPostgres(stores.endpoints.DATABASE_URL);
  try {
    await prepareStores(stores.endpoints);
    return await measure({ ch, db, store: childOf(stores.pid, 'clickhouse') });
  } finally {
    await db.destroy();
    await ch.close();
    await stores.close();
  }
}

export const eventListBench = { name: 'event-list', run };
