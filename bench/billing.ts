import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import { dayOf, daysAfter } from '#schemas/billing/day.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { billingCsv } from '#server/features/billing/billing-table.ts';
import {
  daysWithCustomers,
  readBilledCustomers,
  readBilledDays,
} from '#server/features/billing/billed-units.ts';
import { countUnits } from '#server/features/billing/count-units.ts';
import { DailyCount } from '#server/features/billing/daily-count.ts';
import { standstillOf, type Standstill } from './harness/event-loop-stall.ts';
import { onStores } from './harness/on-stores.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';

const CUSTOMERS = 500;
const DAYS = 31;
const ROUNDS = 5;
/** Elements of a customer by what is measured of them: 100,000 in all. */
const ELEMENTS = { device: 10, probe: 10, tunnel: 20, others: 160 } as const;
const OF_CUSTOMER = 200;
/** Exporters of a customer, and applications of each. */
const EXPORTERS = 10;
const APPLICATIONS = 40;

/** Customers, each with a device that has the tunnels of an SD-WAN manager. */
async function addCustomers(db: Db): Promise<void> {
  await sql`INSERT INTO customer (client_id, name, profile_id)
    SELECT 'billed-' || number, 'Customer ' || number, (SELECT min(id) FROM customer_profile)
    FROM generate_series(1, ${CUSTOMERS}::int) AS number`.execute(db);
  const add = (kind: string, parent: string, copies: number) => sql`
    INSERT INTO network_element (customer_id, kind, parent_id, name)
    SELECT customer.id, ${kind}, above.id, ${kind} || number FROM customer
    LEFT JOIN network_element AS above ON above.customer_id = customer.id AND above.kind = ${parent}
    CROSS JOIN generate_series(1, ${copies}::int) AS number WHERE client_id LIKE 'billed-%'`;
  await add('site', '', 1).execute(db);
  await sql`INSERT INTO site (id, latitude, longitude) SELECT id, 48, 2 FROM network_element WHERE name = 'site1'`.execute(
    db,
  );
  await add('device', 'site', 1).execute(db);
  await sql`INSERT INTO device (id, address) SELECT id, '10.' || id / 65536 || '.' || id / 256 % 256 || '.' || id % 256
    FROM network_element WHERE name = 'device1'`.execute(db);
  await add('tunnel', 'device', ELEMENTS.tunnel).execute(db);
  await sql`INSERT INTO network_component (id, device_id, kind, scope, key)
    SELECT id, parent_id, 'tunnel', 'vmanage', name FROM network_element WHERE kind = 'tunnel'`.execute(db);
}

/** A month of daily measures and flows. A tunnel's measures are of its element, the others of invented ones. */
async function addMonth(clickhouse: ClickHouse, tunnels: readonly number[], from: string): Promise<void> {
  const { device, probe, tunnel } = ELEMENTS;
  const at = `toDateTime(toDate('${from}') + day, 'UTC') AS at`;
  await clickhouse.command(`INSERT INTO measures_1d (customer, site, element, kpi, at, maximum)
    SELECT 2 + intDiv(place, ${String(OF_CUSTOMER)}) AS customer, customer, 1000000 + place, multiIf(
      nth < ${String(device)}, ${String(kpis.cpe_avail.id)}, nth < ${String(device + probe)}, ${String(kpis.sla_avail.id)},
      ${String(kpis.itf_in_util.id)}) AS kpi, ${at}, 100
    FROM (SELECT number % ${String(CUSTOMERS * OF_CUSTOMER)} AS place, place % ${String(OF_CUSTOMER)} AS nth,
      intDiv(number, ${String(CUSTOMERS * OF_CUSTOMER)}) AS day FROM numbers(${String(CUSTOMERS * OF_CUSTOMER * DAYS)}))
    WHERE nth < ${String(device + probe)} OR nth >= ${String(device + probe + tunnel)}`);
  await clickhouse.command(`INSERT INTO measures_1d (customer, site, element, kpi, at, maximum)
    SELECT 2 + intDiv(place, ${String(tunnel)}) AS customer, customer, [${tunnels.join()}][1 + place],
      ${String(kpis.tun_avail.id)}, ${at}, 100
    FROM (SELECT number % ${String(tunnels.length)} AS place, intDiv(number, ${String(tunnels.length)}) AS day
      FROM numbers(${String(tunnels.length * DAYS)}))`);
  const ofDay = CUSTOMERS * EXPORTERS * APPLICATIONS;
  await clickhouse.command(`INSERT INTO flows_1d (customer, at, site, exporter, application, bytes, packets, flows)
    SELECT 2 + intDiv(place, ${String(EXPORTERS * APPLICATIONS)}) AS customer, ${at}, customer,
      1000000 + intDiv(place, ${String(APPLICATIONS)}),
      bitShiftLeft(toUInt64(${String(CUSTOM_ENGINE)}), 32) + place % ${String(APPLICATIONS)}, 1, 1, 1
    FROM (SELECT number % ${String(ofDay)} AS place, intDiv(number, ${String(ofDay)}) AS day
      FROM numbers(${String(ofDay * DAYS)}))`);
}

const repeated = async (run: () => Promise<unknown>): Promise<Standstill[]> => {
  const found: Standstill[] = [];
  for (let round = 0; round < ROUNDS; round += 1) found.push(await standstillOf(run));
  return found;
};

async function measure(db: Db, clickhouse: ClickHouse): Promise<readonly BenchResult[]> {
  await addCustomers(db);
  const tunnels = await db
    .selectFrom('network_element')
    .select('id')
    .where('kind', '=', 'tunnel')
    .orderBy('customer_id')
    .orderBy('id')
    .execute();
  const to = daysAfter(dayOf(systemClock.now().getTime()), -1);
  const from = daysAfter(to, 1 - DAYS);
  await addMonth(
    clickhouse,
    tunnels.map(({ id }) => id),
    from,
  );
  const ids = await db.selectFrom('customer').select('id').execute();
  const customers = ids.map(({ id }) => id);
  const count = new DailyCount({ db, clickhouse, clock: systemClock });
  const month = await standstillOf(() => count.again());
  const day = await repeated(() => countUnits({ db, clickhouse }, { customers, from: to, to }));
  const page = await repeated(() =>
    Promise.all([
      readBilledDays(db, { from, to }, undefined),
      readBilledCustomers(db, { from, to }, undefined),
    ]),
  );
  let lines = 0;
  const file = await repeated(async () => {
    lines = (await text(billingCsv(daysWithCustomers(db, { from, to }, undefined), 'international'))).split(
      '\n',
    ).length;
  });
  if (lines < CUSTOMERS * DAYS) throw new Error(`the file has ${String(lines)} lines`);
  const of = (what: string, found: readonly Standstill[]): readonly BenchResult[] => {
    const [took, stall] = [found.map((one) => one.took), found.map((one) => one.standsStill)];
    const name = `billing of 100,000 elements and 500 customers: ${what}`;
    return [
      { name, value: quantile(took, 0.5), unit: 'ms', samples: took },
      { name: `${name}: longest pause`, value: Math.max(...stall), unit: 'ms', samples: stall },
    ];
  };
  return [
    ...of('35 days counted and stored', [month]),
    ...of('a day counted', day),
    ...of('page of 31 days', page),
    ...of(`CSV of 31 days, ${String(lines)} lines`, file),
  ];
}

export const billingBench = {
  name: 'billing',
  run: () => onStores(({ db, clickhouse }) => measure(db, clickhouse)),
};
