import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Endpoints } from '#platform/embedded/access/endpoints.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { announceWindows } from '../data/announce.ts';
import { DAY_S } from '#schemas/time/duration.ts';
import { KPI, STEP_S, fillLargeCustomer, type LargeCustomer } from '../data/large-customer.ts';
import { pageOfThirty } from '../data/page-of-thirty.ts';
import { readingFrom } from '../data/read-data.ts';
import { benchSecrets } from '../harness/bench-secrets.ts';
import { startStores } from '../harness/embedded-stores.ts';
import { prepareStores } from '../harness/network-under-test.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { respondWithStates } from '../live/quiet-engine.ts';
import { startBenchServer } from '../live/server.ts';
import { OtherCustomer } from './other-customer.ts';

const USERS = Number(process.env['BENCH_USERS'] ?? 50);
const SOLO = 20;
const OTHER_PORTS = 1_000;
const SHARES = [0.5, 0.95];

type Reading = ReturnType<typeof readingFrom>;

/** Another customer with 1,000 elements; returns its id. */
async function addOther(
  { CLICKHOUSE_URL, DATABASE_URL }: Endpoints,
  { end }: LargeCustomer,
): Promise<number> {
  const db = openPostgres(DATABASE_URL);
  const clickhouse = openClickHouse(CLICKHOUSE_URL);
  try {
    const customers = [
      { clientId: 'other', name: 'Other', sites: [{ name: 'There', latitude: 45.7, longitude: 4.8 }] },
    ];
    await importNetwork({ db, secrets: benchSecrets }, NetworkFile.parse({ customers }), { dryRun: false });
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('client_id', '=', 'other')
      .executeTakeFirstOrThrow();
    await fillOther(clickhouse, id, end);
    return id;
  } finally {
    await clickhouse.close();
    await db.destroy();
  }
}

async function fillOther(clickhouse: ClickHouse, customer: number, end: number): Promise<void> {
  const steps = (2 * DAY_S) / STEP_S;
  const [known] = await clickhouse.query(
    'SELECT 1 FROM measures WHERE customer = {customer:UInt32} LIMIT 1',
    { customer },
  );
  if (known !== undefined) return;
  await clickhouse.command(`INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
    SELECT ${String(customer)}, 1, 1000000 + intDiv(number, ${String(steps)}), ${String(kpis[KPI].id)},
      toDateTime(${String(end - 2 * DAY_S)} + number % ${String(steps)} * ${String(STEP_S)}, 'UTC'), ${String(STEP_S)}, value, value, 100
    FROM (SELECT number, toFloat64(cityHash64(number) % 100) AS value FROM numbers(${String(OTHER_PORTS * steps)}))`);
}

/** One timeline of the other customer, whose windows are not announced: no result of it is cached. */
const query = ({ end }: LargeCustomer): DataRequestInput => ({
  id: 'other',
  series: [{ kpi: KPI }],
  keys: ['date'],
  from: end - 2 * DAY_S,
  to: end,
  timeZone: 'UTC',
});

/** Opens pages at once, while another customer sends one request after the other. */
async function opened(
  reading: Reading,
  large: LargeCustomer,
  { other, isSame }: { readonly other: OtherCustomer; readonly isSame: boolean },
): Promise<{
  readonly pages: readonly number[];
  readonly first: readonly number[];
  readonly requested: readonly number[];
}> {
  const opening = Promise.all(
    Array.from({ length: USERS }, (_, user) =>
      reading(large.customer, pageOfThirty(large, { first: isSame ? 0 : user * 3, isExplained: false })),
    ),
  );
  const requested = await other.requestDuring(opening);
  const pages = await opening;
  return { pages: pages.map(({ allMs }) => allMs), first: pages.map(({ firstMs }) => firstMs), requested };
}

async function measure(
  reading: Reading,
  large: LargeCustomer,
  { other, closed }: { readonly other: OtherCustomer; readonly closed: () => Promise<void> },
): Promise<readonly BenchResult[]> {
  const alone: number[] = [];
  // The first one opens the connection.
  await other.request(1);
  const solo = await other.request(SOLO);
  for (let round = 0; round < 3; round += 1) {
    await closed();
    alone.push(
      (await reading(large.customer, pageOfThirty(large, { first: 70 + round, isExplained: false }))).allMs,
    );
  }
  const results: BenchResult[] = [
    { name: 'a page of 30, one user', value: quantile(alone, 0.5), unit: 'ms', samples: alone },
  ];
  for (const isSame of [false, true]) {
    await closed();
    const { pages, first, requested } = await opened(reading, large, { other, isSame });
    const name = `${String(USERS)} users open ${isSame ? 'the same page' : 'pages of their own'}`;
    for (const share of SHARES) {
      const of = (what: string, samples: readonly number[]): BenchResult => ({
        name: `${name}: ${what}, p${String(share * 100)}`,
        value: quantile(samples, share),
        unit: 'ms',
        samples,
      });
      results.push(of('first dashlet', first), of('page', pages), {
        ...of('timeline of another customer', requested),
        peer: 'alone',
        peerValue: quantile(solo, share),
        ratio: quantile(requested, share) / quantile(solo, share),
      });
    }
  }
  return results;
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  try {
    await prepareStores(stores.endpoints);
    const large = await fillLargeCustomer(stores.endpoints);
    const customer = await addOther(stores.endpoints, large);
    const server = await startBenchServer(stores.endpoints, respondWithStates);
    const { url, cookie } = server;
    const other = new OtherCustomer({ server: { url, cookie }, customer, query: query(large) });
    try {
      let until = large.end;
      // What was read before is not cached past the end of another window.
      const closed = async (): Promise<void> => {
        await announceWindows(server, large.customer, until);
        until += STEP_S;
      };
      return await measure(readingFrom(server), large, { other, closed });
    } finally {
      await other.close();
      await server.close();
    }
  } finally {
    await stores.close();
  }
}

/** What users wait for who open dashboards at once, and what others notice of it. */
export const dashboardUsersBench = { name: 'dashboard-users', run };
