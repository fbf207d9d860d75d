import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, subjectOf } from '#schemas/bus/stream.ts';
import { applicationNames } from '#schemas/table/stream/application-names.ts';
import { codecOf } from '#schemas/table/codec.ts';
import type { RowOf } from '#schemas/table/table.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import type { Exporter } from '../exporter/exporter.ts';

type NameRow = RowOf<typeof applicationNames.columns>;

const codec = codecOf(applicationNames);
const ROWS_PER_MESSAGE = 1_000;
/** Rows kept while the stream is full. */
const MAX_WAITING_ROWS = 50_000;

/** Rows for application names and attributes that changed since the last call: of each exporter, for its customers. */
export function applicationRows(exporters: Iterable<Exporter>, atMs: number): readonly NameRow[] {
  const rows: NameRow[] = [];
  for (const { attribution, domains } of exporters) {
    const customers = new Set([attribution.customer, ...(attribution.owners?.customers ?? [])]);
    for (const { domain } of domains.values())
      for (const {
        application,
        subCategory,
        group,
        trafficClass,
        ...named
      } of domain.applications.drainChanged())
        for (const customer of customers)
          rows.push({
            ...named,
            customer,
            exporter: attribution.device,
            application: BigInt(application),
            sub_category: subCategory,
            application_group: group,
            traffic_class: trafficClass,
            at: atMs,
          });
  }
  return rows;
}

/** Publishes the rows. Returns those that the stream rejected. */
async function publish(
  publisher: Publisher,
  rows: readonly NameRow[],
  partitions: number,
): Promise<readonly NameRow[]> {
  const left: NameRow[] = [];
  for (const [partition, own] of Map.groupBy(rows, ({ customer }) => partitionOf(customer, partitions)))
    for (let from = 0; from < own.length; from += ROWS_PER_MESSAGE) {
      const some = own.slice(from, from + ROWS_PER_MESSAGE);
      const { at = 0 } = some[0] ?? {};
      const headers = headerOf(applicationNames, { rows: some.length, first: at, last: at });
      const message = { subject: subjectOf('applications', partition), data: codec.encode(some), headers };
      const published = await publisher.publish(message);
      if (!published.ok) left.push(...some);
    }
  return left;
}

/** Returns a function that publishes changed application names. Rejected rows are retried with the next call. */
export function applicationPublisher(
  {
    publisher,
    clock,
    log,
  }: { readonly publisher: Publisher; readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
  exporters: ReadonlyMap<string, Exporter>,
  partitions: number,
): () => Promise<void> {
  let waiting: readonly NameRow[] = [];
  return async () => {
    const rows = applicationRows(exporters.values(), clock.now().getTime());
    waiting = [...waiting, ...rows].slice(-MAX_WAITING_ROWS);
    try {
      waiting = await publish(publisher, waiting, partitions);
    } catch (error) {
      log.warn({ err: error }, 'application name publish failed');
    }
  };
}
