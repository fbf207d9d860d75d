import { sql } from 'kysely';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { silentLog } from '#platform/log/log.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { MAX_HITS_PER_KIND } from '#schemas/search/routes.ts';
import { ElementSearch } from '#server/features/search/element-search.ts';
import { startStores } from './harness/embedded-stores.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { fillInventory } from './inventory-reading.ts';

const ROUNDS = 20;
/** Rare and frequent words, several words, and none that is found. */
const QUERIES = ['router-1999', 'tengige0/0/7', 'router-15 0/0/49', 'customer 4711', 'xyzzy', 'er'];

/** Milliseconds of each call. */
async function timesOf(call: (query: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const query of QUERIES) {
      const start = performance.now();
      await call(query);
      times.push(performance.now() - start);
    }
  return times;
}

/** What a console without an index of its own asks its database. */
const searchStore = (db: Db) => (query: string) => {
  const patterns = query.split(' ').map((word) => `%${word}%`);
  return sql`SELECT id, name FROM (
      SELECT element.id, element.name, row_number() OVER (PARTITION BY element.kind ORDER BY element.name) AS place
      FROM network_element AS element
      LEFT JOIN network_element AS parent ON parent.id = element.parent_id
      LEFT JOIN network_interface ON network_interface.id = element.id
      WHERE concat_ws(' ', element.name, parent.name, network_interface.if_alias) ILIKE ALL(${patterns}::text[])
    ) AS found WHERE place <= ${MAX_HITS_PER_KIND}`.execute(db);
};

async function measure(db: Db): Promise<readonly BenchResult[]> {
  await fillInventory(db);
  const ending = new AbortController();
  const bus = { subscribe: () => undefined } as never;
  const inventory = await watchInventory({
    bus,
    db,
    clock: systemClock,
    log: silentLog,
    signal: ending.signal,
  });
  const { customers } = inventory.current;
  const caller = { customers, sites: new Map<number, ReadonlySet<number>>() };
  const elements = new ElementSearch({ inventory, clock: systemClock });
  const start = performance.now();
  await elements.find('router', caller);
  const firstMs = performance.now() - start;
  const own = await timesOf((query) => elements.find(query, caller));
  const peer = await timesOf(searchStore(db));
  ending.abort();
  const name = 'a search over 102,000 elements';
  return [
    { name: `${name}: the first, which builds the index`, value: firstMs, unit: 'ms', samples: [firstMs] },
    ...[0.5, 0.99].map((share) => ({
      name: `${name}: p${String(share * 100)}`,
      value: quantile(own, share),
      unit: 'ms' as const,
      peer: 'ILIKE in the embedded PostgreSQL',
      peerValue: quantile(peer, share),
      ratio: quantile(own, share) / quantile(peer, share),
      samples: own,
    })),
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const db = openPostgres(stores.endpoints.DATABASE_URL);
  try {
    await prepareStores(stores.endpoints);
    return await measure(db);
  } finally {
    await db.destroy();
    await stores.close();
  }
}

export const searchBench = { name: 'search', run };
