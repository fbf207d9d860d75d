import { DAY_S, HOUR_S, SECOND_MS } from '#schemas/time/duration.ts';
import { sql } from 'kysely';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Endpoints } from '#platform/embedded/access/endpoints.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { kpis } from '#schemas/kpi/library.ts';

export const STEP_S = 300;
const SITES = 100;
const DEVICES_OF_SITE = 10;
const PORTS_OF_DEVICE = 10;
const PORTS = SITES * DEVICES_OF_SITE * PORTS_OF_DEVICE;
const APPLICATIONS = 40;

/** Days of measures, and of flows, which are retained for 28 days. */
export const MEASURE_DAYS = Number(process.env['BENCH_DAYS'] ?? 30);
export const FLOW_DAYS = Math.min(MEASURE_DAYS, 27);
/** Rows of the 5-minute rollup of flows. */
export const FLOW_ROWS = Number(process.env['BENCH_FLOW_ROWS'] ?? 100_000_000);
const FLOWS_OF_STEP = Math.round(FLOW_ROWS / ((FLOW_DAYS * DAY_S) / STEP_S));

export const KPI = 'itf_in_err';
/** KPIs of WAN accesses: two interfaces of each site. */
export const ACCESS_KPIS = ['itf_in_bps', 'itf_in_util'] as const;
const ACCESSES_OF_SITE = 2;

/** A filled customer, for as long as its stores are retained. */
export interface LargeCustomer {
  readonly customer: number;
  /** Sites in the order of their ids. */
  readonly sites: readonly number[];
  /** Interfaces, each tenth of a site. */
  readonly ports: readonly number[];
  /** End of the last filled window, seconds since 1970. */
  readonly end: number;
}

type Network = Omit<LargeCustomer, 'end'>;

/** 100 sites with 10 devices each, which have 10 interfaces each. */
async function insertNetwork(db: Db, customer: number): Promise<void> {
  await sql`WITH added AS (
    INSERT INTO network_element (customer_id, kind, name)
    SELECT ${customer}::int, 'site', 'branch-' || number FROM generate_series(1, ${SITES}::int) AS number RETURNING id)
  INSERT INTO site (id, latitude, longitude) SELECT id, 40 + id % 10, id % 20 FROM added`.execute(db);
  await sql`WITH added AS (
    INSERT INTO network_element (customer_id, kind, parent_id, name)
    SELECT ${customer}::int, 'device', site.id, 'edge-' || number
    FROM network_element AS site, generate_series(1, ${DEVICES_OF_SITE}::int) AS number
    WHERE site.kind = 'site' AND site.name LIKE 'branch-%' ORDER BY site.id, number RETURNING id)
  INSERT INTO device (id, address) SELECT id, '10.' || id / 65536 || '.' || id / 256 % 256 || '.' || id % 256 FROM added`.execute(
    db,
  );
  await sql`WITH added AS (
    INSERT INTO network_element (customer_id, kind, parent_id, name)
    SELECT ${customer}::int, 'interface', device.id, 'Gi0/' || number
    FROM network_element AS device, generate_series(1, ${PORTS_OF_DEVICE}::int) AS number
    WHERE device.kind = 'device' AND device.name LIKE 'edge-%' ORDER BY device.id, number RETURNING id)
  INSERT INTO network_interface (id, if_index) SELECT id, 1 + id % ${PORTS_OF_DEVICE}::int FROM added`.execute(
    db,
  );
  // A contract makes the first interfaces of each site its WAN accesses.
  await sql`UPDATE network_interface SET bandwidth_in_bps = 100000000 WHERE id IN (SELECT id FROM (
    SELECT port.id, row_number() OVER (PARTITION BY device.parent_id ORDER BY port.id) AS place
    FROM network_element AS port JOIN network_element AS device ON device.id = port.parent_id
    WHERE port.kind = 'interface') AS ranked WHERE place <= ${ACCESSES_OF_SITE}::int)`.execute(db);
}

async function addNetwork(databaseUrl: string): Promise<Network> {
  const db = openPostgres(databaseUrl);
  try {
    const { id: customer } = await db.selectFrom('customer').select('id').executeTakeFirstOrThrow();
    const known = await db
      .selectFrom('network_element')
      .select('id')
      .where('name', '=', 'branch-1')
      .execute();
    if (known.length === 0) await insertNetwork(db, customer);
    const { rows } = await sql<{ readonly port: number; readonly site: number }>`
      SELECT port.id AS port, device.parent_id AS site FROM network_element AS port
      JOIN network_element AS device ON device.id = port.parent_id JOIN network_element AS site ON site.id = device.parent_id
      WHERE port.kind = 'interface' AND site.name LIKE 'branch-%' ORDER BY site.id, port.id`.execute(db);
    return {
      customer,
      sites: [...new Set(rows.map(({ site }) => site))],
      ports: rows.map(({ port }) => port),
    };
  } finally {
    await db.destroy();
  }
}

/** Measures of all interfaces over a day, which the store rolls up. */
const measuresSql = ({ customer, sites, ports }: Network, from: number): string => `
  INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
  SELECT ${String(customer)}, [${sites.join()}][1 + intDiv(place, ${String(PORTS / SITES)})], [${ports.join()}][1 + place],
    ${String(kpis[KPI].id)}, at, ${String(STEP_S)}, bits / 1e7, bits, 1e9
  FROM (SELECT intDiv(number, ${String(DAY_S / STEP_S)}) AS place,
    toDateTime(${String(from)} + number % ${String(DAY_S / STEP_S)} * ${String(STEP_S)}, 'UTC') AS at,
    floor((3 + 2 * sin(toUInt32(at) / 13750) + cityHash64(number, ${String(from)}) % 1000 / 500) * 1e8) AS bits
    FROM numbers(${String((PORTS * DAY_S) / STEP_S)}))`;

/** Measures of the KPIs of WAN accesses over a day: two interfaces of each site. */
const accessesSql = ({ customer, sites, ports }: Network, from: number): string => `
  INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
  SELECT ${String(customer)}, [${sites.join()}][1 + intDiv(place, ${String(ACCESSES_OF_SITE)})],
    [${ports.join()}][1 + intDiv(place, ${String(ACCESSES_OF_SITE)}) * ${String(PORTS / SITES)} + place % ${String(ACCESSES_OF_SITE)}],
    kpi, at, ${String(STEP_S)}, if(kpi = ${String(kpis.itf_in_bps.id)}, bits / ${String(STEP_S)}, bits / 3e8),
    bits, if(kpi = ${String(kpis.itf_in_bps.id)}, ${String(STEP_S)}, 3e10)
  FROM (SELECT intDiv(number, ${String(DAY_S / STEP_S)}) AS place,
    toDateTime(${String(from)} + number % ${String(DAY_S / STEP_S)} * ${String(STEP_S)}, 'UTC') AS at,
    floor((3 + 2 * sin(toUInt32(at) / 13750) + cityHash64(number, ${String(from)}) % 1000 / 500) * 1e8) AS bits
    FROM numbers(${String((SITES * ACCESSES_OF_SITE * DAY_S) / STEP_S)}))
  ARRAY JOIN [${ACCESS_KPIS.map((key) => String(kpis[key].id)).join()}] AS kpi`;

/** Flows of a day in the rollup of five minutes: 40 applications, traffic among sites, some of it reported twice. */
const flowsSql = ({ customer, sites }: Network, from: number): string => `
  INSERT INTO flows_5m (customer, at, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate, bytes, packets, flows)
  SELECT ${String(customer)}, toDateTime(${String(from)} + intDiv(number, ${String(FLOWS_OF_STEP)}) * ${String(STEP_S)}, 'UTC'),
    [${sites.join()}][1 + nth % ${String(SITES)}] AS site, site + 1, 1 + nth % 4, 2 + intDiv(nth, 100) % 5, site,
    [${sites.join()}][1 + intDiv(nth, 7) % ${String(SITES)}], bitShiftLeft(toUInt64(3), 32) + intDiv(nth, 3) % ${String(APPLICATIONS)},
    if(nth % 5 = 0, 17, 6), [0, 0, 10, 46][1 + nth % 4], nth % 2, if(nth % 11 = 0, 1, 0),
    1000 + cityHash64(number, ${String(from)}) % 1000000, 1 + nth % 900, 3
  FROM (SELECT number, number % ${String(FLOWS_OF_STEP)} AS nth FROM numbers(${String((FLOWS_OF_STEP * DAY_S) / STEP_S)}))`;

/** The filled end of the measures of a customer; undefined: there are none. */
async function filledEnd(clickhouse: ClickHouse, customer: number): Promise<number | undefined> {
  const [found] = await clickhouse.query<{ readonly end: number }>(
    'SELECT toUnixTimestamp(max(at)) AS end FROM measures WHERE customer = {customer:UInt32}',
    { customer },
  );
  return found === undefined || found.end === 0 ? undefined : found.end + STEP_S;
}

/** Fills the stores of a network under test, or finds them filled by an earlier run in the same folder. */
export async function fillLargeCustomer({ CLICKHOUSE_URL, DATABASE_URL }: Endpoints): Promise<LargeCustomer> {
  const network = await addNetwork(DATABASE_URL);
  const { customer } = network;
  const clickhouse = openClickHouse(CLICKHOUSE_URL);
  try {
    const known = await filledEnd(clickhouse, customer);
    if (known !== undefined) return { ...network, end: known };
    // Closed windows only, whether or not an engine announces them.
    const end = (Math.floor(Date.now() / SECOND_MS / HOUR_S) - 1) * HOUR_S;
    const start = performance.now();
    for (let day = MEASURE_DAYS; day >= 1; day -= 1) {
      const from = end - day * DAY_S;
      await clickhouse.command(measuresSql(network, from));
      await clickhouse.command(accessesSql(network, from));
      if (day <= FLOW_DAYS) await clickhouse.command(flowsSql(network, from));
    }
    const took = (performance.now() - start) / SECOND_MS;
    console.log(
      `filled ${String(MEASURE_DAYS)} days of ${String(PORTS)} elements and ${String(FLOW_ROWS)} rows of flows in ${took.toFixed(0)} s`,
    );
    return { ...network, end };
  } finally {
    await clickhouse.close();
  }
}
