import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import { kpis } from '#schemas/kpi/library.ts';

/** Days of UTC, both inclusive, of customers. */
export interface CountedPeriod {
  readonly customers: readonly number[];
  readonly from: string;
  readonly to: string;
}

interface OfDay {
  readonly customer: number;
  readonly day: string;
}

export interface ResponderCount extends OfDay {
  readonly devices: number;
  readonly probes: number;
}

export interface FlowCount extends OfDay {
  readonly exporters: number;
  readonly applications: number;
}

export interface LiveTunnel extends OfDay {
  readonly element: number;
}

const ofPeriod = `customer IN {customers:Array(UInt32)}
  AND at >= toDateTime({from:Date}, 'UTC') AND at < toDateTime({to:Date} + 1, 'UTC')`;

/** Devices and probes that responded at least once: their availability was above 0. */
const RESPONDERS = `SELECT customer, toString(toDate(at, 'UTC')) AS day,
  uniqExactIf(element, kpi = {device:UInt16}) AS devices, uniqExactIf(element, kpi = {probe:UInt16}) AS probes
FROM measures_1d
WHERE ${ofPeriod} AND kpi IN ({device:UInt16}, {probe:UInt16}) AND maximum > 0
GROUP BY customer, day`;

/** Devices whose flows were stored, and custom applications that these belong to. */
const FLOWS = `SELECT customer, toString(toDate(at, 'UTC')) AS day, uniqExact(exporter) AS exporters,
  uniqExactIf(application, bitShiftRight(application, 32) = ${String(CUSTOM_ENGINE)}) AS applications
FROM flows_1d
WHERE ${ofPeriod} AND exporter != 0 AND flows > 0
GROUP BY customer, day`;

/** Tunnels that were up at least once. */
const TUNNELS = `SELECT DISTINCT customer, toString(toDate(at, 'UTC')) AS day, element
FROM measures_1d
WHERE ${ofPeriod} AND kpi = {tunnel:UInt16} AND maximum > 0`;

export const readResponders = (
  clickhouse: Pick<ClickHouse, 'query'>,
  period: CountedPeriod,
): Promise<readonly ResponderCount[]> =>
  clickhouse.query(RESPONDERS, {
    ...period,
    device: kpis.cpe_avail.id,
    probe: kpis.sla_avail.id,
  });

export const readFlowCounts = (
  clickhouse: Pick<ClickHouse, 'query'>,
  period: CountedPeriod,
): Promise<readonly FlowCount[]> => clickhouse.query(FLOWS, { ...period });

export const readLiveTunnels = (
  clickhouse: Pick<ClickHouse, 'query'>,
  period: CountedPeriod,
): Promise<readonly LiveTunnel[]> => clickhouse.query(TUNNELS, { ...period, tunnel: kpis.tun_avail.id });
