import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import type { Fill } from '#schemas/formula/compile.ts';
import type { Operand, Take } from '#schemas/formula/core.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { gauge, growth, setting, state, sum, takes, window } from './counter-columns.ts';
import type { Columns } from './counter-columns.ts';
import { flowColumn } from './flow-sums.ts';
import type { FlowSums } from './flow-sums.ts';
import type { SeriesTable } from './series-table.ts';
import type { Source } from './sources.ts';

/** What formulas read: the elements of one source in one window. */
export interface Reading {
  /** Of counters. */
  readonly series?: SeriesTable | undefined;
  /** Of flows. */
  readonly sums?: FlowSums | undefined;
  readonly elements: ElementTable;
  readonly side: 0 | 1;
  readonly windowSeconds: number;
}

const noBytes = new Uint8Array();

/** Where a number stands in the record of a counter, and the one that must not be 0 for it to be there. */
interface Place {
  readonly value: number;
  readonly known: number;
}

const placeInGauge: Partial<Record<Take, number>> = {
  count: window.count,
  sum: window.total,
  last: window.last,
  at: window.at,
  min: window.min,
  max: window.max,
};

function placeOf(take: Take, column: number, { side, own }: { side: 0 | 1; own: Columns }): Place {
  const offset = own.offsets[column] as number;
  const kind = own.takes[column] as number;
  if (kind === takes.latest) return { value: offset + setting.value, known: offset + setting.at };
  if (kind === takes.gauge) {
    const base = offset + gauge.sides + side * gauge.sideBytes;
    return { value: base + (placeInGauge[take] ?? window.last), known: base + window.count };
  }
  const grows = kind === takes.growth64 || kind === takes.growth32;
  const base = offset + (grows ? growth.sums : state.sums) + side * sum.bytes;
  return { value: base + (take === 'seconds' ? sum.time : sum.total), known: base + sum.time };
}

/** Values are kept as they are stored; times and numbers of samples are what they say. */
const divisorOf = ({ take }: Operand, per: number): number =>
  take === 'at' || take === 'count' || take === 'seconds' || take === 'held' ? 1 : per;

function counterFill(operand: Operand, own: Columns, now: () => Reading): Fill {
  const column = own.keys.indexOf(operand.name);
  const divisor = divisorOf(operand, own.divisors[column] ?? 1);
  const places = ([0, 1] as const).map((side) => placeOf(operand.take, column, { side, own }));
  return (out, from, length) => {
    const { series, side } = now();
    const { value, known } = places[side] as Place;
    const { buffer, byteOffset, byteLength } = series?.bytes ?? noBytes;
    const cells = new DataView(buffer, byteOffset, byteLength);
    for (let index = 0, base = from * own.stride; index < length; index += 1, base += own.stride)
      out[index] =
        cells.getFloat64(base + known, true) > 0
          ? cells.getFloat64(base + value, true) / divisor
          : Number.NaN;
  };
}

/** Where a key had flows every sum is known, and 0 where none of them told it; else none is. */
function flowFill(operand: Operand, now: () => Reading): Fill {
  const column = flowColumn(operand.name as CounterKey);
  const { per = 1 }: Counter = counters[operand.name as CounterKey];
  const divisor = divisorOf(operand, per);
  return (out, from, length) => {
    const { sums } = now();
    const values = sums?.columns[column];
    for (let index = 0; index < length; index += 1)
      out[index] =
        sums?.present[from + index] === 1 ? (values?.[from + index] ?? Number.NaN) / divisor : Number.NaN;
  };
}

const contractFill =
  (way: 'inBps' | 'outBps', now: () => Reading): Fill =>
  (out, from, length) => {
    const contracts = now().elements[way];
    for (let index = 0; index < length; index += 1) {
      const contract = contracts[from + index] as number;
      out[index] = contract > 0 ? contract : Number.NaN;
    }
  };

/** Where the counters of a source are: in these columns, or in the sums of flows. */
export interface Counted {
  readonly of: Source['of'];
  readonly columns: Columns;
}

/** Reads an operand of the elements with these counters out of the tables that `now` gives. */
export function operandFill(operand: Operand, { of, columns }: Counted, now: () => Reading): Fill {
  if (operand.take !== 'property')
    return of === 'flows' ? flowFill(operand, now) : counterFill(operand, columns, now);
  if (operand.name === 'contract_in') return contractFill('inBps', now);
  if (operand.name === 'contract_out') return contractFill('outBps', now);
  return (out, _, length) => {
    out.fill(now().windowSeconds, 0, length);
  };
}
