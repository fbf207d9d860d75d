import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { DAY_S } from '#schemas/time/duration.ts';
import { type LargeCustomer } from './large-customer.ts';

/** A figure of WAN accesses, next to the statement that an engineer writes for it by hand. */
export interface AccessCase {
  readonly name: string;
  readonly request: Pick<DataRequestInput, 'series' | 'keys'> & Partial<DataRequestInput>;
  /** Reads the measures of accesses between `from` and `to`. */
  readonly byHand: string;
}

const rows = (kpi: 'itf_in_bps' | 'itf_in_util'): string =>
  `FROM measures WHERE customer = {customer:UInt32} AND kpi = ${String(kpis[kpi].id)} AND at >= toDateTime({from:UInt32}, 'UTC') AND at < toDateTime({to:UInt32}, 'UTC')`;
const bySite = { keys: ['site' as const], breakdown: { kind: 'all' as const } };
const percentile = (kpi: string) => ({ kpi, aggregation: 'percentile' as const });

export const accessCases: readonly AccessCase[] = [
  {
    name: '100 sites by the 95th percentile of their worst access over 28 d',
    request: { series: [percentile('itf_in_util')], ...bySite },
    byHand: `SELECT site, quantileExact(0.95)(worst) FROM (SELECT site, at, max(value) AS worst ${rows('itf_in_util')} GROUP BY site, at) GROUP BY site`,
  },
  {
    name: '100 sites by the 95th percentile of their WAN throughput over 28 d',
    request: { series: [percentile('wan_in_bps')], ...bySite },
    byHand: `SELECT site, quantileExact(0.95)(bps) FROM (SELECT site, at, sum(value) AS bps ${rows('itf_in_bps')} GROUP BY site, at) GROUP BY site`,
  },
  {
    name: 'WAN throughput over 28 d of days',
    request: { series: [{ kpi: 'wan_in_bps' }], keys: ['date'], display: '1d' },
    byHand: `SELECT toStartOfDay(at) AS day, sum(numerator) / 86400 AS bps ${rows('itf_in_bps')} GROUP BY day ORDER BY day`,
  },
  {
    name: '5 busiest accesses by day, 95th percentile over 28 d',
    request: {
      series: [percentile('wan_in_util')],
      keys: ['date', 'interface'],
      breakdown: { kind: 'top', count: 5 },
      display: '1d',
    },
    byHand: `SELECT element, toStartOfDay(at) AS day, quantileExact(0.95)(value) ${rows('itf_in_util')} GROUP BY element, day ORDER BY element, day`,
  },
];

/** Each round is a window earlier, so that no two are alike. */
export const accessPeriod = ({ end }: Pick<LargeCustomer, 'end'>, round: number, stepS: number) => {
  const to = end - round * stepS;
  return { from: to - 28 * DAY_S, to };
};
