import { systemClock } from '#platform/clock/system-clock.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { ExploreRequest, exploreLimits } from '#schemas/explore/explore.ts';
import type { DimensionId } from '#schemas/explore/fields.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { DEFAULT_RAW_DAYS, defaultRetentionDays } from '#schemas/limit/retention.ts';
import { ExploreReader } from '#server/features/explore/explore-reader.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { FairQueue } from '#server/shared/queue/fair-queue.ts';
import { onStores } from '../harness/on-stores.ts';
import { fillTraffic } from './traffic.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { DAY_S } from '#schemas/time/duration.ts';

/** Flows of one customer in 24 hours. */
const FLOWS = Number(process.env['BENCH_FLOWS'] ?? 10_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10);
const CUSTOMER = 1;
/** Another customer, whose requests never end. */
const FLOODING = 2;
/** Requests of the other customer at the same time. */
const FLOOD = 6;
const STEP_S = 300;

/** Two dimensions of the explorer, and the columns that a person would write. */
const cases = [
  {
    name: 'rollups',
    dimensions: ['application', 'destination-site'],
    columns: 'application, destination_site',
  },
  {
    name: 'raw flows',
    dimensions: ['source-address', 'destination-port'],
    columns: 'source, destination_port',
  },
] as const satisfies readonly {
  readonly name: string;
  readonly dimensions: readonly DimensionId[];
  readonly columns: string;
}[];

const explorerCaller = {
  id: 1,
  language: 'en',
  permissions: new Set(),
  customers: new Map(
    [CUSTOMER, FLOODING].map((id) => [id, { id, clientId: `bench-${String(id)}`, name: 'Bench' }] as const),
  ),
  sites: new Map(),
} as unknown as Caller;

const nothing: Inventory = {
  customers: new Map(),
  sites: new Map(),
  devices: new Map(),
  interfaces: new Map(),
  exporters: new Map(),
};

type ExploreCase = (typeof cases)[number];

/** The same as a person would write it: the first ten, their steps, and all by step. */
function byHand(
  { name, columns }: ExploreCase,
  end: number,
): (keys: string | undefined) => readonly string[] {
  const isRaw = name === 'raw flows';
  const time = isRaw ? 'last' : 'at';
  const from = `FROM ${isRaw ? 'flows' : 'flows_5m'} WHERE customer = ${String(CUSTOMER)} AND duplicate = 0
    AND ${time} >= toDateTime(${String(end - DAY_S)}, 'UTC') AND ${time} < toDateTime(${String(end)}, 'UTC')${isRaw ? ` AND received >= toDateTime(${String(end - DAY_S)}, 'UTC')` : ''}`;
  const step = `toStartOfFiveMinutes(${isRaw ? 'toDateTime(last)' : 'at'}) AS step`;
  const sums = 'sum(bytes) AS value';
  return (keys) =>
    keys === undefined
      ? [`SELECT ${columns}, ${sums} ${from} GROUP BY ${columns} ORDER BY value DESC LIMIT 10`]
      : [
          `SELECT ${columns}, ${step}, ${sums} ${from} AND (${columns}) IN (${keys}) GROUP BY ${columns}, step`,
          `SELECT ${step}, ${sums} ${from} GROUP BY step`,
        ];
}

async function runByHand(clickhouse: ClickHouse, of: ExploreCase, end: number): Promise<number> {
  const statements = byHand(of, end);
  const before = performance.now();
  const [rank = ''] = statements(undefined);
  const { columns } = await clickhouse.measured(rank);
  const [one = '', two = ''] = of.columns.split(', ');
  const keys = (columns[one] ?? []).map((value, row) => {
    const first = of.name === 'raw flows' ? `toIPv6('${String(value)}')` : String(value);
    return `(${first}, ${String(columns[two]?.[row])})`;
  });
  for (const statement of statements(keys.join(', '))) await clickhouse.measured(statement);
  return performance.now() - before;
}

/** A result compared with another one of the same run. */
const against = (result: BenchResult, peer: string, peerValue: number): BenchResult => ({
  ...result,
  peer,
  peerValue,
  ratio: result.value / peerValue,
});

interface Readings {
  readonly clickhouse: ClickHouse;
  readonly end: number;
  /** Reads what a customer requests, in the turns of the product. */
  readonly read: (of: ExploreCase, customer: number) => Promise<number>;
}

function readings({ clickhouse, db }: { clickhouse: ClickHouse; db: Db }, end: number): Readings {
  const reader = new ExploreReader({
    db,
    clickhouse,
    clock: systemClock,
    inventory: { current: nothing } as never,
    retention: { raw: DEFAULT_RAW_DAYS, days: defaultRetentionDays },
    queue: new FairQueue(exploreLimits),
    asNames: new Map(),
    countries: { file: () => Promise.resolve(undefined) },
    systems: { files: () => Promise.resolve(undefined) },
  });
  const { signal } = new AbortController();
  return {
    clickhouse,
    end,
    read: async ({ dimensions }, customer) => {
      const period = { from: end - DAY_S, to: end, step: STEP_S };
      const request = ExploreRequest.parse({ dimensions: [...dimensions], ...period });
      const before = performance.now();
      await reader.read({ caller: explorerCaller, customers: [customer], signal }, request);
      return performance.now() - before;
    },
  };
}

async function measure(of: ExploreCase, { clickhouse, end, read }: Readings) {
  const [explorer, hand]: [number[], number[]] = [[], []];
  // In turns: whatever else the machine does, it does to both.
  for (let round = -2; round < ROUNDS; round += 1) {
    const own = await read(of, CUSTOMER);
    const other = await runByHand(clickhouse, of, end);
    if (round < 0) continue;
    explorer.push(own);
    hand.push(other);
  }
  return { explorer, hand };
}

/** How long a customer waits while another one always has six requests that run or wait. */
async function duringFlood(of: ExploreCase, { read }: Readings): Promise<readonly number[]> {
  let isOver = false;
  const flood = Array.from({ length: FLOOD }, async () => {
    while (!isOver) await read(of, FLOODING);
  });
  const times: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) times.push(await read(of, CUSTOMER));
  } finally {
    isOver = true;
    await Promise.all(flood);
  }
  return times;
}

/** The explorer over raw flows and rollups, in turns with the same in SQL, and while another customer floods it. */
async function run(): Promise<readonly BenchResult[]> {
  return onStores(async ({ db, clickhouse }) => {
    const end = await fillTraffic(clickhouse, [
      { customer: CUSTOMER, flows: FLOWS },
      { customer: FLOODING, flows: FLOWS / 5 },
    ]);
    const of = readings({ clickhouse, db }, end);
    const results: BenchResult[] = [];
    for (const each of cases) {
      const { explorer, hand } = await measure(each, of);
      const flooded = await duringFlood(each, of);
      const name = `top 10 of 2 dimensions over 24 h of ${String(FLOWS / 1_000_000)} M flows, ${each.name}`;
      const result = (what: string, samples: readonly number[], share = 0.5): BenchResult => ({
        name: `${name}, ${what}`,
        value: quantile(samples, share),
        unit: 'ms',
        samples,
      });
      const flood = 'while another customer always has six requests, median';
      results.push(
        against(result('median', explorer), 'the same by hand', quantile(hand, 0.5)),
        result('p95', explorer, 0.95),
        against(result(flood, flooded), 'alone', quantile(explorer, 0.5)),
      );
    }
    return results;
  });
}

export const exploreBench = { name: 'explore', run };
