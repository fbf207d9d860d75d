import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { BillingService } from '#schemas/billing/service.ts';
import { sdwanKinds } from '#schemas/sdwan/kind.ts';
import {
  readFlowCounts,
  readLiveTunnels,
  readResponders,
  type CountedPeriod,
  type LiveTunnel,
} from './unit-queries.ts';

/** Units of a service of a customer on a day. */
export interface UnitCount {
  readonly day: string;
  readonly customer: number;
  readonly service: BillingService;
  readonly units: number;
}

/** The devices of tunnels that an SD-WAN manager reports. */
async function readEdgeOfTunnel(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('network_component')
    .select(['id', 'device_id'])
    .where('kind', '=', 'tunnel')
    .where('scope', 'in', sdwanKinds)
    .execute();
  return new Map(rows.map(({ id, device_id: device }) => [id, device]));
}

/** Devices with a tunnel that was up, by customer and day. */
export function edgeCounts(
  tunnels: readonly LiveTunnel[],
  edgeOf: ReadonlyMap<number, number>,
): readonly UnitCount[] {
  const edges = Map.groupBy(
    tunnels.filter(({ element }) => edgeOf.has(element)),
    ({ customer, day }) => `${String(customer)} ${day}`,
  );
  return [...edges.values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const units = new Set(of.map(({ element }) => edgeOf.get(element))).size;
    return [{ day: first.day, customer: first.customer, service: 'edge' as const, units }];
  });
}

/** Counts the units of days from what is stored; services without units are left out. */
export async function countUnits(
  { db, clickhouse }: { readonly db: Db; readonly clickhouse: Pick<ClickHouse, 'query'> },
  period: CountedPeriod,
): Promise<readonly UnitCount[]> {
  if (period.customers.length === 0) return [];
  const [responders, flows, tunnels, edgeOf] = [
    await readResponders(clickhouse, period),
    await readFlowCounts(clickhouse, period),
    await readLiveTunnels(clickhouse, period),
    await readEdgeOfTunnel(db),
  ];
  const counts: readonly UnitCount[] = [
    ...responders.flatMap(({ customer, day, devices, probes }) => [
      { day, customer, service: 'device' as const, units: devices },
      { day, customer, service: 'probe' as const, units: probes },
    ]),
    ...flows.flatMap(({ customer, day, exporters, applications }) => [
      { day, customer, service: 'exporter' as const, units: exporters },
      { day, customer, service: 'application' as const, units: applications },
    ]),
    ...edgeCounts(tunnels, edgeOf),
  ];
  return counts.filter(({ units }) => units > 0);
}
