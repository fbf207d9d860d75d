import { sql } from 'kysely';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { trafficSql, type TrafficRequest } from '#server/features/alerting/evidence/traffic-queries.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { relatedKpis } from '#schemas/kpi/related.ts';
import { DAY_S, SECOND_MS, WEEK_MS } from '#schemas/time/duration.ts';
import { benchSecrets } from './harness/bench-secrets.ts';
import { startStores } from './harness/embedded-stores.ts';
import { childOf, cpuSecondsOf } from './harness/process-cpu.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { respondWithStates } from './live/quiet-engine.ts';
import { startBenchServer } from './live/server.ts';

const ROUNDS = 30;
const STEP_S = 300;

const WEEK_S = WEEK_MS / SECOND_MS;
/** Exporters of the customer, and rows of the rollup that each has in five minutes. */
const EXPORTERS = 100;
const ROWS = 40;
const FLOWS_PER_ROW = 3;
/** Elements that are measured, on each KPI of the graphs. */
const MEASURED = 100;
const KPI = 'itf_in_util';

const customers = [
  { clientId: 'bench', name: 'Bench', sites: [{ name: 'Here', latitude: 48.8, longitude: 2.3 }] },
];
const cockpits = [
  { name: 'Lines', alarms: [{ label: 'Saturated', kpi: KPI, threshold: 80, severity: 'critical' }] },
];

interface Placed {
  readonly customer: number;
  readonly site: number;
  readonly device: number;
  readonly port: number;
  readonly alarm: number;
}

/** The only interface of the network, with an alarm. */
async function place(db: Db): Promise<Placed> {
  await importNetwork({ db, secrets: benchSecrets }, NetworkFile.parse({ customers, cockpits }), {
    dryRun: false,
  });
  const { rows } =
    await sql<Placed>`SELECT site.customer_id AS customer, site.id AS site, device.id AS device, port.id AS port,
      (SELECT id FROM cockpit_alarm LIMIT 1) AS alarm
    FROM network_element AS port
    JOIN network_element AS device ON device.id = port.parent_id
    JOIN network_element AS site ON site.id = device.parent_id
    WHERE port.kind = 'interface'`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('the network has no interface');
  return found;
}

/** Columns of traffic of every exporter in the steps of a period; the first exporter is that of the interface. */
const trafficColumns = ({ customer, site, device, port }: Placed): string => `
  ${String(customer)} AS customer, intDiv(number, ${String(ROWS)}) % ${String(EXPORTERS)} AS place,
  if(place = 0, ${String(site)}, 100000 + place) AS site, if(place = 0, ${String(device)}, 200000 + place) AS exporter,
  number % ${String(ROWS)} AS nth, if(place = 0 AND nth % 4 < 2, ${String(port)}, 300000 + place * 4 + nth % 4) AS in_interface,
  400000 + place AS out_interface, if(nth % 3 = 0, 0, 100001 + nth) AS source_site, site AS destination_site,
  bitShiftLeft(toUInt64(3), 32) + nth AS application, 6 AS protocol, 0 AS dscp, 0 AS direction, 0 AS duplicate,
  toUInt64(100000 + cityHash64(number) % 1000000) AS bytes, toUInt64(100 + number % 900) AS packets`;

const TRAFFIC_NAMES =
  'customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate, bytes, packets';

/** A week of measures and of the rollup of flows, the last day as flows, which the store rolls up. */
async function fill(clickhouse: ClickHouse, of: Placed, end: number): Promise<void> {
  const step = `intDiv(number, ${String(ROWS * EXPORTERS)}) * ${String(STEP_S)}`;
  const perDay = (DAY_S / STEP_S) * ROWS * EXPORTERS;
  for (let from = end - WEEK_S; from < end - DAY_S; from += DAY_S)
    await clickhouse.command(`INSERT INTO flows_5m (at, flows, ${TRAFFIC_NAMES})
      SELECT toDateTime(${String(from)} + ${step}, 'UTC') AS at, ${String(FLOWS_PER_ROW)} AS flows, ${TRAFFIC_NAMES}
      FROM (SELECT number, ${trafficColumns(of)} FROM numbers(${String(perDay)}))`);
  await clickhouse.command(`INSERT INTO flows (received, first, last, ${TRAFFIC_NAMES})
    SELECT last AS received, last AS first, toDateTime64(${String(end - DAY_S)} + ${step} + copy * 60, 3, 'UTC') AS last, ${TRAFFIC_NAMES}
    FROM (SELECT number, arrayJoin(range(${String(FLOWS_PER_ROW)})) AS copy, ${trafficColumns(of)} FROM numbers(${String(perDay)}))`);
  const ids = [KPI, ...relatedKpis(KPI, 'interface')].map((key) => kpis[key as typeof KPI].id);
  const steps = WEEK_S / STEP_S;
  for (const kpi of ids)
    await clickhouse.command(`INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
      SELECT ${String(of.customer)}, ${String(of.site)}, if(place = 0, ${String(of.port)}, 300000 + place), ${String(kpi)},
        toDateTime(${String(end - WEEK_S)} + (number % ${String(steps)}) * ${String(STEP_S)}, 'UTC'), ${String(STEP_S)}, value, value, 100
      FROM (SELECT number, intDiv(number, ${String(steps)}) AS place, toFloat64(cityHash64(number) % 100) AS value
        FROM numbers(${String(MEASURED * steps)}))`);
}

/** Milliseconds of each call, and of the store's processors in all. */
async function timed(store: number, call: () => Promise<unknown>) {
  const times: number[] = [];
  const before = cpuSecondsOf(store);
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return { times, cpuMs: ((cpuSecondsOf(store) - before) * SECOND_MS) / ROUNDS };
}

/** The same traffic from flows or from the finer rollup instead of the table that the server reads. */
function peerOf(request: TrafficRequest): { readonly name: string; readonly sql: string } {
  if (request.granularity === '1h')
    return {
      name: 'its traffic from the 5-minute rollup',
      sql: trafficSql({ ...request, granularity: '5m' }).sql,
    };
  const raw = `(SELECT last AS at, ${TRAFFIC_NAMES} FROM flows)`;
  return { name: 'its traffic from the flows', sql: trafficSql(request).sql.replace('flows_5m', raw) };
}

interface Stage {
  /** Process of the store of measures and flows. */
  readonly store: number;
  readonly clickhouse: ClickHouse;
  readonly of: Placed;
  readonly end: number;
  /** Reads a path of the API. */
  readonly get: (path: string) => Promise<void>;
}

async function measure(
  { store, clickhouse, of, end, get }: Stage,
  { span, seconds, granularity }: { span: string; seconds: number; granularity: '5m' | '1h' },
): Promise<readonly BenchResult[]> {
  const { customer, alarm, port, site, device } = of;
  const period = { from: end - seconds, to: end };
  const base = `/api/v1/customers/${String(customer)}/alert/${String(alarm)}/${String(port)}`;
  const query = `?from=${String(period.from)}&to=${String(period.to)}`;
  const paths = [
    `${base}?limit=100`,
    ...['kpi', 'related', 'traffic'].map((each) => `${base}/${each}${query}`),
  ];
  const request = { customer, site, device, port, way: 'in', granularity, ...period } as const;
  const { sql: own, params } = trafficSql(request);
  const peer = peerOf(request);
  const rows = await clickhouse.query(own, params);
  if (rows.length < 10) throw new Error(`the traffic of ${span} has ${String(rows.length)} parts`);
  // As the drawer requests them, at once.
  const full = await timed(store, () => Promise.all(paths.map(get)));
  const statement = await timed(store, () => clickhouse.query(own, params));
  const other = await timed(store, () => clickhouse.query(peer.sql, params));
  const shares = [0.5, 0.95];
  return [
    ...shares.map((share) => ({
      name: `evidence with graph over ${span}, four requests: p${String(share * 100)}`,
      value: quantile(full.times, share),
      unit: 'ms',
      samples: full.times,
    })),
    ...shares.map((share) => ({
      name: `its traffic over ${span}, the statement: p${String(share * 100)}`,
      value: quantile(statement.times, share),
      unit: 'ms',
      samples: statement.times,
      peer: peer.name,
      peerValue: quantile(other.times, share),
      ratio: quantile(statement.times, share) / quantile(other.times, share),
    })),
    {
      name: `its traffic over ${span}, the statement: CPU of the store`,
      value: statement.cpuMs,
      unit: 'ms',
      samples: [statement.cpuMs],
      peer: peer.name,
      peerValue: other.cpuMs,
      ratio: statement.cpuMs / other.cpuMs,
    },
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { endpoints } = stores;
  const db = openPostgres(endpoints.DATABASE_URL);
  const clickhouse = openClickHouse(endpoints.CLICKHOUSE_URL);
  try {
    await prepareStores(endpoints);
    const of = await place(db);
    const end = Math.floor(Date.now() / SECOND_MS / 3_600) * 3_600;
    await fill(clickhouse, of, end);
    const server = await startBenchServer(endpoints, respondWithStates);
    const get = async (path: string): Promise<void> => {
      const reply = await fetch(`${server.url}${path}`, { headers: { cookie: server.cookie } });
      if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
      await reply.arrayBuffer();
    };
    try {
      const stage = { store: childOf(stores.pid, 'clickhouse'), clickhouse, of, end, get };
      return [
        ...(await measure(stage, { span: '24 h', seconds: DAY_S, granularity: '5m' })),
        ...(await measure(stage, { span: '7 d', seconds: WEEK_S, granularity: '1h' })),
      ];
    } finally {
      await server.close();
    }
  } finally {
    await clickhouse.close();
    await db.destroy();
    await stores.close();
  }
}

export const evidenceBench = { name: 'evidence', run };
