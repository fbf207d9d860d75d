import { sql } from 'kysely';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { silentLog } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { onStores } from './harness/on-stores.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { standstillOf, type Standstill } from './harness/event-loop-stall.ts';

const DEVICES = 2_000;
const PORTS = 50;
const ROUNDS = 5;

/** 2,000 devices with 50 interfaces each, next to the one that is there. */
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

/** A live inventory of which one interface is changed: the last that is compared. */
export async function changingInventory(db: Db, signal: AbortSignal) {
  const announced: (() => void)[] = [];
  const subscribe = (subject: string, reported: () => void): void => {
    if (subject === subjects.config('inventory')) announced.push(reported);
  };
  const bus = { subscribe } as never;
  const inventory = await watchInventory({ bus, db, clock: systemClock, log: silentLog, signal });
  const store = (round: number) =>
    sql`UPDATE network_interface SET if_alias = ${`round ${String(round)}`}
      WHERE id = (SELECT max(id) FROM network_interface)`.execute(db);
  const takeIn = (): Promise<void> => {
    const changed = new Promise<void>((resolve) => inventory.onChange(() => resolve()));
    for (const announce of announced) announce();
    return changed;
  };
  const change = async (round: number): Promise<void> => {
    await store(round);
    await takeIn();
  };
  return { inventory, store, takeIn, change };
}

async function measure(db: Db): Promise<readonly BenchResult[]> {
  await fillInventory(db);
  const ending = new AbortController();
  const { signal } = ending;
  const bus = { subscribe: () => undefined } as never;
  const [starts, changes]: [Standstill[], Standstill[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const needs = { bus, db, clock: systemClock, log: silentLog, signal };
    starts.push(await standstillOf(() => watchInventory(needs)));
  }
  const { store, takeIn } = await changingInventory(db, signal);
  for (let round = 0; round < ROUNDS; round += 1) {
    await store(round);
    changes.push(await standstillOf(takeIn));
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

/** How long a process stands still while it reads a large inventory from PostgreSQL. */
export const inventoryReadingBench = {
  name: 'inventory-reading',
  run: () => onStores(({ db }) => measure(db)),
};
