import { sql } from 'kysely';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import type { ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { HOUR_S, SECOND_MS } from '#schemas/time/duration.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { benchSecrets } from '../harness/bench-secrets.ts';
import { startStores } from '../harness/embedded-stores.ts';
import { prepareStores } from '../harness/network-under-test.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { respondWithStates } from '../live/quiet-engine.ts';
import { startBenchServer } from '../live/server.ts';

const ROUNDS = 5;
/** Flows of two hours: the period and the hour before. */
const FLOWS = Number(process.env['BENCH_FLOWS'] ?? 20_000_000);
const INSERTED = 2_000_000;
const EXPORTERS = 100;

const customers = [
  { clientId: 'bench', name: 'Bench', sites: [{ name: 'Here', latitude: 48.8, longitude: 2.3 }] },
];

interface PortPlace {
  readonly customer: number;
  readonly site: number;
  readonly device: number;
  readonly port: number;
}

/** The only interface of the network. */
async function place(db: Db): Promise<PortPlace> {
  const network = NetworkFile.parse({ customers });
  await importNetwork({ db, secrets: benchSecrets }, network, { dryRun: false });
  const { rows } =
    await sql<PortPlace>`SELECT site.customer_id AS customer, site.id AS site, device.id AS device, port.id AS port
    FROM network_element AS port
    JOIN network_element AS device ON device.id = port.parent_id
    JOIN network_element AS site ON site.id = device.parent_id
    WHERE port.kind = 'interface'`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('the network has no interface');
  return found;
}

/**
 * Flows of a customer at a hundred exporters: 50,000 hosts, 65,000 ports, forty applications. One flow in fifty of the last hour belongs to a
 * backup of three hosts that has half of its bytes.
 */
const columns = (
  { customer, site, device, port }: PortPlace,
  end: number,
): Readonly<Record<string, string>> => ({
  customer: String(customer),
  place: `h % ${String(EXPORTERS)}`,
  second: `number * ${String(2 * HOUR_S)} / ${String(FLOWS)}`,
  backup: `second >= ${String(HOUR_S)} AND h % 50 = 0`,
  site: `if(place = 0, ${String(site)}, 100000 + place)`,
  exporter: `if(place = 0, ${String(device)}, 200000 + place)`,
  in_interface: `if(place = 0, ${String(port)}, 300000 + place)`,
  out_interface: '400000 + place',
  source_site: 'if(backup, 100001, 100000 + bitShiftRight(h, 8) % 120)',
  destination_site: 'site',
  source: `toIPv6(IPv4NumToString(toUInt32(if(backup, 167837921 + h % 3, 167837696 + bitShiftRight(h, 16) % 50000))))`,
  destination: `toIPv6(IPv4NumToString(toUInt32(if(backup, 167903233, 167903232 + bitShiftRight(h, 20) % 50000))))`,
  source_port: `if(backup, 13724, 1024 + bitShiftRight(h, 24) % 64000)`,
  destination_port: `if(backup, 1024 + h % 60000, [443, 53, 80, 445, 3389][1 + bitShiftRight(h, 28) % 5])`,
  application: 'bitShiftLeft(toUInt64(3), 32) + if(backup, 13724, bitShiftRight(h, 32) % 40)',
  protocol: 'if(bitShiftRight(h, 40) % 3 = 0, 17, 6)',
  dscp: 'if(backup, 8, [0, 0, 10, 46][1 + bitShiftRight(h, 44) % 4])',
  bytes: 'if(backup, 500000, 1000 + bitShiftRight(h, 48) % 20000)',
  packets: '1 + intDiv(bytes, 900)',
  last: `toDateTime64(${String(end - 2 * HOUR_S)} + second, 3, 'UTC')`,
});
const helpers: ReadonlySet<string> = new Set(['place', 'second', 'backup']);

async function fill(clickhouse: ClickHouse, of: PortPlace, end: number): Promise<void> {
  const all = Object.entries(columns(of, end));
  const stored = all.map(([name]) => name).filter((name) => !helpers.has(name));
  for (let from = 0; from < FLOWS; from += INSERTED)
    await clickhouse.command(`INSERT INTO flows (${stored.join(', ')}, received, first)
      SELECT ${stored.join(', ')}, last AS received, last AS first FROM (
        SELECT cityHash64(number) AS h, ${all.map(([name, value]) => `${value} AS ${name}`).join(', ')}
        FROM numbers(${String(from)}, ${String(Math.min(INSERTED, FLOWS - from))}))`);
}

/** Dimensions that an engineer would look through one after the other. */
const byHand = [
  'application',
  'source_site, destination_site',
  'source',
  'destination',
  'source_port',
  'destination_port',
  'protocol',
  'dscp',
  'exporter',
  'in_interface',
] as const;

/** A statement by hand for each dimension: the values whose bytes differ most. */
const handSql = ({ customer }: PortPlace, end: number): readonly string[] =>
  byHand.map(
    (by) => `SELECT ${by}, sumIf(bytes, received >= toDateTime64(${String(end - HOUR_S)}, 3, 'UTC')) AS now,
  sumIf(bytes, received < toDateTime64(${String(end - HOUR_S)}, 3, 'UTC')) AS before
FROM flows WHERE customer = ${String(customer)} AND duplicate = 0
  AND received >= toDateTime64(${String(end - 2 * HOUR_S)}, 3, 'UTC') AND received < toDateTime64(${String(end)}, 3, 'UTC')
GROUP BY ${by} ORDER BY abs(toInt64(now) - toInt64(before)) DESC LIMIT 50`,
  );

async function timed(call: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return times;
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { endpoints } = stores;
  const db = openPostgres(endpoints.DATABASE_URL);
  const clickhouse = openClickHouse(endpoints.CLICKHOUSE_URL);
  try {
    await prepareStores(endpoints);
    const of = await place(db);
    const end = Math.floor(Date.now() / SECOND_MS / HOUR_S) * HOUR_S;
    await fill(clickhouse, of, end);
    const server = await startBenchServer(endpoints, respondWithStates);
    const token = /X-CSRF-Token=([^;]+)/.exec(server.cookie)?.[1] ?? '';
    const headers = { cookie: server.cookie, origin: server.url, 'x-csrf-token': token };
    const read = async (body: object): Promise<ChangeReply> => {
      const reply = await fetch(`${server.url}/api/v1/customers/${String(of.customer)}/what-changed`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ period: { from: end - HOUR_S, to: end }, ...body }),
      });
      if (!reply.ok) throw new Error(await reply.text());
      return (await reply.json()) as ChangeReply;
    };
    try {
      const { findings, source } = await read({});
      if (findings[0]?.dimension !== 'application') throw new Error('the backup is not found first');
      const ofCustomer = await timed(() => read({}));
      const ofPort = await timed(() => read({ element: of.port, way: 'in' }));
      const hand = await timed(async () => {
        for (const statement of handSql(of, end)) await clickhouse.query(statement);
      });
      const size = `${String(FLOWS / 1_000_000)} M flows`;
      return [
        {
          name: `what changed of a customer, ${size}, ${source}: p50`,
          value: quantile(ofCustomer, 0.5),
          unit: 'ms',
          samples: [...ofCustomer],
          peer: `${String(byHand.length)} statements by hand, one for each dimension`,
          peerValue: quantile(hand, 0.5),
          ratio: quantile(ofCustomer, 0.5) / quantile(hand, 0.5),
        },
        {
          name: `what changed of one interface of ${String(EXPORTERS)}, ${size}: p50`,
          value: quantile(ofPort, 0.5),
          unit: 'ms',
          samples: [...ofPort],
        },
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

export const whatChangedBench = { name: 'what-changed', run };
