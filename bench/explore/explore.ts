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
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';

/** Flows of one customer in 24 hours. */
const FLOWS = Number(process.env['BENCH_FLOWS'] ?? 10_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10);
const CUSTOMER = 1;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const STEP_S = 300;
const INSERT_ROWS = 1_000_000;

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
  customers: new Map([[CUSTOMER, { id: CUSTOMER, clientId: 'bench', name: 'Bench' }]]),
  sites: new Map(),
} as unknown as Caller;

const nothing: Inventory = {
  customers: new Map(),
  sites: new Map(),
  devices: new Map(),
  interfaces: new Map(),
  exporters: new Map(),
};

/** Flows of 100 sites, 200 applications, 20,000 sources and 500 ports, whose weights are skewed as those of real traffic. */
async function fill(clickhouse: ClickHouse, end: number): Promise<void> {
  for (let done = 0; done < FLOWS; done += INSERT_ROWS) {
    const rows = Math.min(INSERT_ROWS, FLOWS - done);
    await clickhouse.command(
      `INSERT INTO flows (customer, site, exporter, received, first, last, source_site, destination_site, source, destination,
         source_port, destination_port, application, protocol, dscp, bytes, packets)
       SELECT ${String(CUSTOMER)}, 1 + hash % 100, 1000 + hash % 100, at + 20, at, at, 1 + hash % 100,
         intDiv(hash, 100) % 100, toIPv6(concat('10.', toString(intDiv(hash, 7) % 4), '.', toString(intDiv(hash, 28) % 20), '.', toString(intDiv(hash, 560) % 250))),
         toIPv6('192.0.2.1'), 40000 + hash % 20000, toUInt16(pow(intDiv(hash, 11) % 500, 2) / 500),
         bitShiftLeft(toUInt64(3), 32) + toUInt64(pow(intDiv(hash, 13) % 200, 2) / 200), 6, hash % 3 * 23,
         40 + intDiv(hash, 17) % 100000, 1 + hash % 100
       FROM (SELECT cityHash64(number + ${String(done)}) AS hash,
         toDateTime64(${String(end - DAY_S)} + (number + ${String(done)}) % ${String(FLOWS)} / ${String(FLOWS)} * ${String(DAY_S - 1)}, 3, 'UTC') AS at
         FROM numbers(${String(rows)}))`,
    );
  }
}

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

async function measure(
  of: ExploreCase,
  { clickhouse, db, end }: { clickhouse: ClickHouse; db: Db; end: number },
) {
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
  const request = ExploreRequest.parse({
    dimensions: [...of.dimensions],
    from: end - DAY_S,
    to: end,
    step: STEP_S,
  });
  const call = { caller: explorerCaller, customers: [CUSTOMER], signal: new AbortController().signal };
  const [explorer, hand]: [number[], number[]] = [[], []];
  // In turns: whatever else the machine does, it does to both.
  for (let round = -2; round < ROUNDS; round += 1) {
    const before = performance.now();
    await reader.read(call, request);
    const own = performance.now() - before;
    const other = await runByHand(clickhouse, of, end);
    if (round < 0) continue;
    explorer.push(own);
    hand.push(other);
  }
  return { explorer, hand };
}

/** The explorer over raw flows and rollups, in turns with the same in SQL. */
async function run(): Promise<readonly BenchResult[]> {
  return onStores(async ({ db, clickhouse }) => {
    const end = Math.floor(systemClock.now().getTime() / 1_000 / HOUR_S) * HOUR_S;
    await fill(clickhouse, end);
    const results: BenchResult[] = [];
    for (const each of cases) {
      const { explorer, hand } = await measure(each, { clickhouse, db, end });
      const of = `top 10 of 2 dimensions over 24 h of ${String(FLOWS / 1_000_000)} M flows, ${each.name}`;
      const [value, peerValue] = [quantile(explorer, 0.5), quantile(hand, 0.5)];
      results.push(
        {
          name: `${of}, median`,
          value,
          unit: 'ms',
          peer: 'the same by hand',
          peerValue,
          ratio: value / peerValue,
          samples: explorer,
        },
        { name: `${of}, p95`, value: quantile(explorer, 0.95), unit: 'ms', samples: explorer },
      );
    }
    return results;
  });
}

export const exploreBench = { name: 'explore', run };
