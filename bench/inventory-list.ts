import { systemClock } from '#platform/clock/system-clock.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { LiveReader } from '#server/features/inventory/live/live-reader.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { withStatus } from '#server/features/inventory/list/element-status.ts';
import { CollectionEffect } from '#server/features/inventory/list/collection-effect.ts';
import { InventoryList } from '#server/features/inventory/list/inventory-list.ts';
import { readModelsInForce } from '#server/shared/qos/models-in-force.ts';
import { onStores } from './harness/on-stores.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { changingInventory, fillInventory } from './inventory-reading.ts';

const USERS = 20;
const ROUNDS = 10;
/** A user reads a page before the next request. */
const PACE_MS = 1_000;
const PORTS = 50;
const PORTS_IN_ALL = 100_000;
/** Changes of one interface. */
const CHANGES = 5;
const FIRST = [{}, { orderBy: 'device' }, { orderBy: 'alias', order: 'descending' }];
interface ListStores {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
}

type ListRequest = Readonly<Record<string, string>>;

/** No two requests are alike. */
const filtered = (at: number): readonly ListRequest[] => [
  { where: `name:contains:0/${String(at % PORTS)}` },
  {
    where: `device:contains:router-${String(at)}|router-9${String(at % 10)};alias:notcontains:${String(at % 7)}`,
  },
  { where: `alias:notequals:to customer ${String(at)};index:exists`, orderBy: 'site' },
  { q: `router-${String(1_000 + at)} tengig` },
  { where: `name:equals:nothing ${String(at)}` },
  { network: 'orphans', q: String(at) },
  { network: `10.${String(at % 250)}.0.0/16`, active: 'true', orderBy: 'name' },
  { active: 'true', takingEffect: 'false', q: `0/${String(at)}` },
];

/** Sorted and filtered by what is newest; the values of all are read once in half a minute. */
const newest = (at: number): readonly ListRequest[] => [
  { live: 'true', orderBy: 'in', order: 'descending' },
  { live: 'true', orderBy: 'state' },
  { live: 'true', load: String(50 + (at % 40)), orderBy: 'out', order: 'descending' },
];

const WINDOW_S = 300;
const WINDOWS = 6;
const liveKpis = [kpis.itf_avail.id, kpis.itf_in_util.id, kpis.itf_out_util.id];

/** Measures of the last half hour of every interface. */
async function fillMeasures({ db, clickhouse }: ListStores): Promise<void> {
  const { customer_id: customer, first } = await db
    .selectFrom('network_element')
    .select(['customer_id', ({ fn }) => fn.min('id').as('first')])
    .where('kind', '=', 'interface')
    .where('name', 'like', 'TenGigE%')
    .groupBy('customer_id')
    .executeTakeFirstOrThrow();
  await clickhouse.command(`
    INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
    SELECT ${String(customer)}, 1, ${String(first)} + number % ${String(PORTS_IN_ALL)},
      [${liveKpis.join()}][1 + intDiv(number, ${String(PORTS_IN_ALL)}) % ${String(liveKpis.length)}] AS metric,
      toDateTime(intDiv(toUnixTimestamp(now()), ${String(WINDOW_S)}) * ${String(WINDOW_S)}
        - ${String(WINDOW_S)} * intDiv(number, ${String(PORTS_IN_ALL * liveKpis.length)}), 'UTC'),
      ${String(WINDOW_S)}, cityHash64(number) % 1000 / 10 AS share, share, 100
    FROM numbers(${String(PORTS_IN_ALL * liveKpis.length * WINDOWS)})`);
}

/** What is newest, as a user of every customer sees it. */
function liveOf(clickhouse: ClickHouse, inventory: InventoryCache) {
  return new LiveReader({
    clickhouse,
    clock: systemClock,
    inventory,
    alarms: () => [],
    visible: () => '',
    seen: () => Promise.resolve(new Map()),
  }).for({
    permissions: new Set(['DASHBOARD.read', 'ALERT.read']),
    groups: new Set(),
    sites: new Map(),
  } as unknown as Caller);
}

async function measure({ db, clickhouse }: ListStores): Promise<readonly BenchResult[]> {
  await fillInventory(db);
  await fillMeasures({ db, clickhouse });
  const ending = new AbortController();
  const { signal } = ending;
  const { inventory, change } = await changingInventory(db, signal);
  // No other process collects.
  const requestAll = () => Promise.reject(new Error('no reply'));
  const effect = new CollectionEffect({ bus: { requestAll }, db, clock: systemClock });
  const models = (of: readonly number[]) => readModelsInForce(db, of);
  const findings = () => Promise.resolve(new Map<number, never[]>());
  const list = new InventoryList({ inventory, clock: systemClock, effect, models, findings });
  const customers = [...inventory.current.customers.keys()];
  const viewer = { sites: new Map<number, ReadonlySet<number>>() };
  const live = liveOf(clickhouse, inventory);
  const readList = async (request: ListRequest): Promise<number> => {
    const start = performance.now();
    const query = listInventory.query.parse(request);
    const scope = { kind: 'interface', customers, viewer, live } as const;
    const { page } = await list.find(scope, query);
    if (query.live) await live(scope);
    await withStatus({ db, inventory, effect, findings }, 'interface', page);
    return performance.now() - start;
  };
  const firstMs = await readList({});
  const changedMs: number[] = [];
  for (let round = 0; round < CHANGES; round += 1) {
    await change(round);
    changedMs.push(await readList({}));
  }
  /** Twenty users, each at a time of their own. */
  const timesOf = async (requestsOf: (at: number) => readonly ListRequest[]): Promise<number[]> => {
    const one = async (user: number): Promise<number[]> => {
      const times: number[] = [];
      await systemClock.wait((user * PACE_MS) / USERS);
      for (let round = 0; round < ROUNDS; round += 1) {
        const requests = requestsOf(user * ROUNDS + round);
        times.push(await readList(requests[(user + round) % requests.length] ?? {}));
        await systemClock.wait(PACE_MS);
      }
      return times;
    };
    return (await Promise.all(Array.from({ length: USERS }, (_, user) => one(user)))).flat();
  };
  const [first, found] = [await timesOf(() => FIRST), await timesOf(filtered)];
  const firstLiveMs = await readList(newest(0)[0] ?? {});
  const sorted = await timesOf(newest);
  ending.abort();
  const name = `the inventory with 100,000 interfaces, ${String(USERS)} users`;
  const of = (what: string, samples: readonly number[]): readonly BenchResult[] =>
    [0.5, 0.95].map((share) => ({
      name: `${name}: ${what}, p${String(share * 100)}`,
      value: quantile(samples, share),
      unit: 'ms',
      samples,
    }));
  return [
    { name: `${name}: the first page of all`, value: firstMs, unit: 'ms', samples: [firstMs] },
    {
      name: `${name}: a page right after one of them was changed`,
      value: quantile(changedMs, 0.5),
      unit: 'ms',
      samples: changedMs,
    },
    ...of('first page, sorted', first),
    ...of('filtered', found),
    {
      name: `${name}: sorted by what is newest, for the first time`,
      value: firstLiveMs,
      unit: 'ms',
      samples: [firstLiveMs],
    },
    ...of('sorted and filtered by what is newest', sorted),
  ];
}

export const inventoryListBench = { name: 'inventory-list', run: () => onStores(measure) };
