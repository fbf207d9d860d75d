import { sql } from 'kysely';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { silentLog } from '#platform/log/log.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { standstillOf } from './harness/event-loop-stall.ts';
import type { Standstill } from './harness/event-loop-stall.ts';
import { startStores } from './harness/embedded-stores.ts';

const DEVICES = 2_000;
const PORTS = 50;
const ROUNDS = 5;

/** 2,000 devices with 50 interfaces each, beside the one that is there. */
export async function fillInventory(db: Db): Promise<void> {
  await sql`WITH added AS (
    INSERT INTO network_element (customer_id, kind, parent_id, name)
    SELECT site.customer_id, 'device', site.id, 'router-' || number
    FROM network_element AS site, generate_series(1, ${DEVICES}::int) AS number WHERE site.kind = 'site'
    RETURNING id)
  INSERT INTO device (id, address) SELECT id, '10.' || id / 65536 || '.' || id / 256 % 256 || '.' || id % 256 FROM added`.execute(
    db,
  );
  await sql`WITH added AS (
    INSERT INTO network_element (customer_id, kind, parent_id, name)
    SELECT device.customer_id, 'interface', device.id, 'TenGigE0/0/' || number
    FROM network_element AS device, generate_series(1, ${PORTS}::int) AS number
    WHERE device.kind = 'device' AND device.name LIKE 'router-%'
    RETURNING id)
  INSERT INTO network_interface (id, if_alias, if_index) SELECT id, 'to customer ' || id, id % 64 FROM added`.execute(
    db,
  );
}

async function measure(db: Db): Promise<readonly BenchResult[]> {
  await fillInventory(db);
  const ending = new AbortController();
  const announced: (() => void)[] = [];
  const bus = { subscribe: (_: string, reported: () => void) => void announced.push(reported) } as never;
  const [starts, changes]: [Standstill[], Standstill[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const needs = { bus, db, clock: systemClock, log: silentLog, signal: ending.signal };
    starts.push(await standstillOf(() => watchInventory(needs)));
  }
  const held = await watchInventory({ bus, db, clock: systemClock, log: silentLog, signal: ending.signal });
  for (let round = 0; round < ROUNDS; round += 1) {
    // The last that is compared.
    await sql`UPDATE network_interface SET if_alias = ${`round ${String(round)}`}
      WHERE id = (SELECT max(id) FROM network_interface)`.execute(db);
    changes.push(
      await standstillOf(() => {
        const changed = new Promise<void>((resolve) => held.onChange(() => resolve()));
        announced.at(-1)?.();
        return changed;
      }),
    );
  }
  ending.abort();
  const add = (name: string, samples: readonly number[]): BenchResult => ({
    name,
    value: quantile(samples, 0.5),
    unit: 'ms',
    samples,
  });
  const of = (what: string, found: readonly Standstill[]): readonly BenchResult[] => [
    add(
      `${what}: taken in`,
      found.map(({ took }) => took),
    ),
    add(
      `${what}: nothing else runs for at most`,
      found.map(({ standsStill }) => standsStill),
    ),
  ];
  return [...of('102,000 elements read', starts), ...of('one of 102,000 changed, read again', changes)];
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

/** How long a process stands still while it reads a large inventory from PostgreSQL. */
export const inventoryReadingBench = { name: 'inventory-reading', run };
