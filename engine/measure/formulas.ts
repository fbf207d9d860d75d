import type { CounterKey } from '#schemas/counter/catalogue.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { columnOf } from './counter-columns.ts';
import type { SeriesTable } from './series-table.ts';

/** What a formula reads: one element of a kind in one window. */
export interface Reading {
  readonly series: SeriesTable;
  readonly elements: ElementTable;
  readonly side: 0 | 1;
}

/** Writes numerator and denominator; a denominator of 0 means that the window has no value of this KPI. */
export type Formula = (reading: Reading, slot: number, out: Parts) => void;

export interface Parts {
  numerator: number;
  denominator: number;
}

const BITS = 8;
/** Hundredths of a percent in the whole. */
const HUNDREDTHS = 10_000;

/** Rate per second of a sum of counters; `factor` turns the counter's unit into the rate's. The first counter's time counts. */
function rate(keys: readonly [CounterKey, ...CounterKey[]], factor: number): Formula {
  const columns = keys.map(columnOf);
  const timed = columnOf(keys[0]);
  return ({ series, side }, slot, out) => {
    out.numerator = factor * total(series, { slot, columns, side });
    out.denominator = series.time(slot, timed, side);
  };
}

function total(
  series: SeriesTable,
  { slot, columns, side }: { slot: number; columns: readonly number[]; side: 0 | 1 },
): number {
  let sum = 0;
  for (const column of columns) sum += series.sum(slot, column, side);
  return sum;
}

/** Bits carried of bits that the contract, else the line, could carry in the time. Above 100 % is kept as it is. */
function utilisation(key: CounterKey, contract: 'inBps' | 'outBps'): Formula {
  const column = columnOf(key);
  const speed = columnOf('speed');
  return ({ series, elements, side }, slot, out) => {
    const contracted = elements[contract][slot] ?? 0;
    const bandwidth = contracted > 0 ? contracted : series.latest(slot, speed);
    out.numerator = BITS * series.sum(slot, column, side);
    out.denominator = bandwidth * series.time(slot, column, side);
  };
}

function volume(key: CounterKey): Formula {
  const column = columnOf(key);
  return ({ series, side }, slot, out) => {
    out.numerator = series.sum(slot, column, side);
    out.denominator = series.time(slot, column, side) > 0 ? 1 : 0;
  };
}

/** Packets with a fault of packets and faults; without either there is no value, rather than 0 %. */
function faults(key: CounterKey, packets: readonly [CounterKey, ...CounterKey[]]): Formula {
  const column = columnOf(key);
  const columns = packets.map(columnOf);
  const timed = columnOf(packets[0]);
  return ({ series, side }, slot, out) => {
    const known = series.time(slot, column, side) > 0 && series.time(slot, timed, side) > 0;
    out.numerator = series.sum(slot, column, side);
    out.denominator = known ? out.numerator + total(series, { slot, columns, side }) : 0;
  };
}

function share(key: CounterKey): Formula {
  const column = columnOf(key);
  return ({ series, side }, slot, out) => {
    out.numerator = series.sum(slot, column, side);
    out.denominator = series.time(slot, column, side);
  };
}

/** Seconds from a gauge of milliseconds. */
function newestSeconds(key: CounterKey): Formula {
  const column = columnOf(key);
  return ({ series, side }, slot, out) => {
    out.numerator = series.sum(slot, column, side) / 1_000;
    out.denominator = series.time(slot, column, side);
  };
}

/** A percentage from a gauge of hundredths of a percent. */
function gaugeShare(key: CounterKey): Formula {
  const column = columnOf(key);
  return ({ series, side }, slot, out) => {
    out.numerator = series.sum(slot, column, side);
    out.denominator = series.time(slot, column, side) > 0 ? HUNDREDTHS : 0;
  };
}

/** The part of one gauge that another one is, both of the same window. */
function partOf(used: CounterKey, all: CounterKey): Formula {
  const [usedColumn, allColumn] = [columnOf(used), columnOf(all)];
  return ({ series, side }, slot, out) => {
    const known = series.time(slot, usedColumn, side) > 0 && series.time(slot, allColumn, side) > 0;
    out.numerator = series.sum(slot, usedColumn, side);
    out.denominator = known ? series.sum(slot, allColumn, side) : 0;
  };
}

const packetsIn = ['in_unicast', 'in_multicast', 'in_broadcast'] as const;
const packetsOut = ['out_unicast', 'out_multicast', 'out_broadcast'] as const;

/** The KPIs made of polled counters. Value = scale · numerator / denominator. */
export const formulas: Record<KpiKey, Formula> = {
  itf_in_bps: rate(['in_octets'], BITS),
  itf_out_bps: rate(['out_octets'], BITS),
  itf_in_util: utilisation('in_octets', 'inBps'),
  itf_out_util: utilisation('out_octets', 'outBps'),
  itf_in_bytes: volume('in_octets'),
  itf_out_bytes: volume('out_octets'),
  itf_in_pps: rate(packetsIn, 1),
  itf_out_pps: rate(packetsOut, 1),
  itf_in_err: faults('in_errors', packetsIn),
  itf_out_err: faults('out_errors', packetsOut),
  itf_in_disc: faults('in_discards', packetsIn),
  itf_out_disc: faults('out_discards', packetsOut),
  itf_avail: share('oper_up'),
  cpe_cpu: gaugeShare('cpu'),
  cpe_mem: partOf('memory_used', 'memory_total'),
  cpe_disk: partOf('disk_used', 'disk_total'),
  cpe_uptime: newestSeconds('uptime'),
  cpe_avail: share('poll'),
};

/** Divides first: what is whole is exactly 100 %, where 100 · n / n need not be. */
export const valueOf = (scale: number, numerator: number, denominator: number): number =>
  scale * (numerator / denominator);

/** 100 for percentages, else 1. */
export const scaleOf = (kpi: KpiKey): number => (kpis[kpi].unit === 'percent' ? 100 : 1);
