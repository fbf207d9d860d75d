import { sql } from 'kysely';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { MAX_HITS_PER_KIND } from '#schemas/search/routes.ts';
import { ElementSearch } from '#server/features/search/element-search.ts';
import { onStores } from './harness/on-stores.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { changingInventory, fillInventory } from './inventory-reading.ts';

const ROUNDS = 20;
/** Changes of one interface. */
const CHANGES = 5;
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

/** What a console without an index of its own queries in its database. */
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
  const { inventory, change } = await changingInventory(db, ending.signal);
  const { customers } = inventory.current;
  const caller = { customers, sites: new Map<number, ReadonlySet<number>>() };
  const elements = new ElementSearch({ inventory, clock: systemClock });
  const start = performance.now();
  await elements.find('router', caller);
  const firstMs = performance.now() - start;
  const changedMs: number[] = [];
  for (let round = 0; round < CHANGES; round += 1) {
    await change(round);
    const from = performance.now();
    await elements.find('router', caller);
    changedMs.push(performance.now() - from);
  }
  const own = await timesOf((query) => elements.find(query, caller));
  const peer = await timesOf(searchStore(db));
  ending.abort();
  const name = 'a search over 102,000 elements';
  return [
    { name: `${name}: the first, which builds the index`, value: firstMs, unit: 'ms', samples: [firstMs] },
    {
      name: `${name}: one right after an element was changed`,
      value: quantile(changedMs, 0.5),
      unit: 'ms',
      samples: changedMs,
    },
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

export const searchBench = { name: 'search', run: () => onStores(({ db }) => measure(db)) };
