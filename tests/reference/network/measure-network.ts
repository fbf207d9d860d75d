import { runSync } from '#platform/clock/steps.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { samples as samplesTable } from '#schemas/table/samples.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { IDLE_WINDOWS } from '#engine/partition/partition-options.ts';
import { createPartition } from '#engine/partition/partition.ts';
import { WINDOW, type RawSample } from '../naive/windows-of-samples.ts';
import { inventoryAt, measuredElements } from './network-inventory.ts';
import type { Network } from './network.ts';

const SECOND = 1_000;
const sampleCodec = codecOf(samplesTable);

/** Samples as a poller publishes them. */
function encoded(network: Network, samples: readonly RawSample[]): Uint8Array {
  const elements = new Map(measuredElements(network).map((element) => [element.id, element]));
  return sampleCodec.encode(
    samples.map(({ element, counter, at, uptime, discontinuity, value }) => {
      const { customerAt, siteAt } = elements.get(element)!;
      const place = { customer: customerAt(at / SECOND), site: siteAt(at / SECOND) };
      return {
        ...place,
        element,
        counter: counters[counter].id,
        at,
        uptime: BigInt(uptime),
        discontinuity,
        value,
      };
    }),
  );
}

/** Times at which the inventory changes. */
const changesOf = ({ devices }: Network): readonly number[] =>
  devices.flatMap(({ moves }) => (moves === undefined ? [] : [moves.at])).toSorted((a, b) => a - b);

/** Windows after the one before the last sample in which an idle engine still measures what does not depend on samples. */
const QUIET = IDLE_WINDOWS - 2;

/**
 * The windows that the engine measures: those of the sessions, the one before, which is open until a while after its end, and some without
 * samples. Contracts and settings have a value in each of them.
 */
export function measuredWindows({ sessions }: Network): readonly number[] {
  const windows = new Set<number>();
  for (const [index, { from, to }] of sessions.entries()) {
    const isLast = index === sessions.length - 1;
    const last = isLast ? to : to + QUIET * WINDOW;
    for (let at = from - WINDOW; at <= last; at += WINDOW) windows.add(at);
  }
  return [...windows].toSorted((one, other) => one - other);
}

/** Stores the hours of customers in halves from now on, as the server does once they have a zone of half hours. */
export async function halveHours(clickhouse: ClickHouse, customers: readonly number[]): Promise<void> {
  for (const customer of customers)
    await clickhouse.command(
      `INSERT INTO rollup_steps (customer, parts, since) VALUES (${String(customer)}, 2, 0)`,
    );
}

/** Samples of a network through the engine into the store, as the product measures them. */
export async function measureNetwork(
  clickhouse: ClickHouse,
  {
    network,
    samples,
    customers,
  }: {
    readonly network: Network;
    readonly samples: readonly RawSample[];
    readonly customers: Inventory['customers'];
  },
): Promise<void> {
  const batches: Uint8Array[] = [];
  const inventoryOf = (at: number): Inventory => inventoryAt(network, at, { customers });
  const partition = createPartition({
    windowSeconds: WINDOW,
    allowedLatenessMs: 0,
    inventory: inventoryOf(0),
    alarms: [],
    output: {
      measures: ({ bytes }) => batches.push(bytes.slice()),
      events: () => undefined,
    },
  });
  const changes = changesOf(network);
  for (const { from, to } of network.sessions) {
    const own = samples.filter(({ at }) => at >= from * SECOND && at <= to * SECOND);
    const change = changes.findLast((at) => at <= from);
    if (change !== undefined) runSync(partition.configureSteps(inventoryOf(from), { alarms: [] }, change));
    runSync(partition.pushSteps(encoded(network, own)));
    runSync(partition.closeUntilSteps((to + WINDOW) * SECOND));
    // The message of each window by itself would take minutes.
    const rows = Buffer.concat(batches.splice(0));
    if (rows.length > 0)
      await clickhouse.insertRowBinary({ table: 'measures', columns: Object.keys(measures.columns), rows });
  }
}

/** Values of the past stay: what the tests store is older than what the product retains. */
export async function keepForEver(clickhouse: ClickHouse): Promise<void> {
  const tables = ['measures', 'flows', 'flow_metrics'].flatMap((table) => [
    ...(table === 'measures' ? [table] : [`${table}_5m`]),
    `${table}_1h`,
    `${table}_1d`,
  ]);
  const recent = ['recent_measures', 'recent_measures_1h'];
  for (const table of [...tables, ...recent, 'flows', 'flow_metrics'])
    await clickhouse.command(`ALTER TABLE ${table} REMOVE TTL`);
}

const RECENT_SECONDS = 2 * 86_400;

/** The tables of the last two days have what the store would have put there, had it been now, in milliseconds since 1970. */
export async function fillRecent(clickhouse: ClickHouse, nowMs: number): Promise<void> {
  const since = String(Math.floor(nowMs / SECOND) - RECENT_SECONDS);
  for (const table of ['measures', 'measures_1h'])
    await clickhouse.command(
      `INSERT INTO recent_${table} SELECT * FROM ${table} WHERE at >= toDateTime(${since}, 'UTC')`,
    );
}
