import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flowMetrics, type flowMetricNames } from '#schemas/table/stream/flow-metrics.ts';
import { flows } from '#schemas/table/flows.ts';
import { aFlow, aMetric } from '#tests/fixtures/engine/flow-network.ts';
import { WINDOW } from '../naive/windows-of-samples.ts';
import { chosenNumber } from './chosen-samples.ts';
import type { Network } from './network.ts';

type MetricName = (typeof flowMetricNames.sums)[number];

/** What an exporter reports of traffic: a flow, or measurements of some. */
export interface ReportedTraffic {
  readonly customer: number;
  /** Of the exporter. */
  readonly site: number;
  /** Of the last packet, seconds since 1970. */
  readonly at: number;
  readonly application: number;
  readonly dscp: number;
  readonly sourceSite: number;
  /** 0: outside. */
  readonly destinationSite: number;
  /** 1: another site reports it too. 2: another exporter of the site does. */
  readonly duplicate: 0 | 1 | 2;
  /** Undefined: measurements. */
  readonly flow?: { readonly bytes: number; readonly packets: number };
  readonly metrics?: Readonly<Partial<Record<MetricName, number>>>;
}

export const applicationsOfFlows = [3 * 2 ** 32 + 443, 13 * 2 ** 32 + 453, 7] as const;
const dscps = [0, 46, 63] as const;
const PER_WINDOW = 7;

const place = (network: Network, customer: number, number: number) => {
  const sites = network.sites.filter((site) => site.customer === customer);
  const site = sites[chosenNumber(sites.length, number, 1)]!.id;
  const remote = [0, ...sites.map(({ id }) => id)][chosenNumber(sites.length + 1, number, 2)]!;
  const isInbound = chosenNumber(2, number, 3) === 0;
  return { site, sourceSite: isInbound ? remote : site, destinationSite: isInbound ? site : remote };
};

const metricsOf = (number: number): ReportedTraffic['metrics'] => {
  const some = (below: number, part: number): number => chosenNumber(below, number, part);
  return {
    connections: some(9, 11),
    connection_flows: some(2, 12),
    responses: 1 + some(5, 13),
    server_ms: some(900, 14),
    network_connections: 1 + some(3, 15),
    network_ms: some(99, 16),
    client_retransmitted: some(20, 17),
    server_retransmitted: some(9, 18),
    retransmission_packets: 1 + some(5_000, 19),
    rtp_jitter_us: some(9_999, 20),
    rtp_flows: 1 + some(3, 21),
    rtp_lost: some(9, 22),
    rtp_packets: some(400, 23),
  };
};

function trafficOf(
  network: Network,
  customer: number,
  at: number,
  index: number,
): readonly ReportedTraffic[] {
  const number = at * 10 + index + customer * 77;
  // In some windows an application, or all of them, has no flows.
  if (chosenNumber(3, number, 4) === 0 || chosenNumber(6, at, customer) === 0) return [];
  const common = {
    customer,
    ...place(network, customer, number),
    at: at + chosenNumber(WINDOW, number, 5),
    application: applicationsOfFlows[chosenNumber(3, number, 6)]!,
    dscp: dscps[chosenNumber(3, number, 7)]!,
    duplicate: ([0, 0, 0, 1, 2] as const)[chosenNumber(5, number, 8)]!,
  };
  const flow = { bytes: chosenNumber(2e9, number, 9), packets: chosenNumber(1e6, number, 10) };
  const isMeasured = chosenNumber(2, number, 24) === 0;
  const measured = { ...common, at: Math.floor(common.at / 60) * 60, metrics: metricsOf(number) ?? {} };
  return isMeasured ? [{ ...common, flow }, measured] : [{ ...common, flow }];
}

/** The traffic of a network, in the order of time. */
export function chosenTraffic(network: Network): readonly ReportedTraffic[] {
  const found: ReportedTraffic[] = [];
  for (const { from, to } of network.sessions)
    for (let at = from; at < to; at += WINDOW)
      for (const customer of network.customers)
        for (let index = 0; index < PER_WINDOW; index += 1)
          found.push(...trafficOf(network, customer, at, index));
  return found.toSorted((a, b) => a.at - b.at);
}

const cellsOf = ({
  customer,
  site,
  application,
  dscp,
  sourceSite,
  destinationSite,
  duplicate,
}: ReportedTraffic) => ({
  customer,
  site,
  application: BigInt(application),
  dscp,
  duplicate,
  source_site: sourceSite,
  destination_site: destinationSite,
});

/** Stores traffic as a collector does. */
export async function storeTraffic(
  clickhouse: ClickHouse,
  traffic: readonly ReportedTraffic[],
): Promise<void> {
  const flowRows = traffic.flatMap((one) =>
    one.flow === undefined
      ? []
      : [
          aFlow({
            ...cellsOf(one),
            at: one.at * 1_000,
            bytes: BigInt(one.flow.bytes),
            packets: BigInt(one.flow.packets),
          }),
        ],
  );
  const metricRows = traffic.flatMap((one) => {
    if (one.metrics === undefined) return [];
    const sums = Object.fromEntries(Object.entries(one.metrics).map(([name, sum]) => [name, BigInt(sum)]));
    return [aMetric({ ...cellsOf(one), at: one.at, ...sums })];
  });
  await clickhouse.insertRowBinary({
    table: flows.name,
    columns: Object.keys(flows.columns),
    rows: codecOf(flows).encode(flowRows),
  });
  await clickhouse.insertRowBinary({
    table: flowMetrics.name,
    columns: Object.keys(flowMetrics.columns),
    rows: codecOf(flowMetrics).encode(metricRows),
  });
}
