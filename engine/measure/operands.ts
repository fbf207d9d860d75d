import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import type { Fill } from '#schemas/formula/compile.ts';
import type { Operand, Take } from '#schemas/formula/core.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import {
  gaugeLayout,
  growthLayout,
  settingLayout,
  stateLayout,
  sumLayout,
  sampleMode,
  gaugeSideLayout,
  type SourceColumns,
} from './counter-columns.ts';
import { flowColumn, type FlowSums } from './flow-sums.ts';
import type { SeriesTable } from './series-table.ts';
import type { Source } from '../configuration/sources.ts';

/** Inputs of formulas: the elements of one source in one window. */
export interface FormulaInputs {
  /** Counters. */
  readonly series?: SeriesTable | undefined;
  /** Flow sums. */
  readonly sums?: FlowSums | undefined;
  readonly elements: ElementTable;
  readonly side: 0 | 1;
  readonly windowSeconds: number;
}

const noBytes = new Uint8Array();

/** Offset of a value in a counter record, and of the number that is not 0 if the value exists. */
interface CellOffsets {
  readonly value: number;
  readonly known: number;
}

const gaugeOffsets: Partial<Record<Take, number>> = {
  count: gaugeSideLayout.count,
  sum: gaugeSideLayout.total,
  last: gaugeSideLayout.last,
  at: gaugeSideLayout.at,
  min: gaugeSideLayout.min,
  max: gaugeSideLayout.max,
};

function cellOffsets(
  take: Take,
  column: number,
  { side, own }: { side: 0 | 1; own: SourceColumns },
): CellOffsets {
  const offset = own.offsets[column] as number;
  const kind = own.sampleModes[column] as number;
  if (kind === sampleMode.latest)
    return { value: offset + settingLayout.value, known: offset + settingLayout.at };
  if (kind === sampleMode.gauge) {
    const base = offset + gaugeLayout.sides + side * gaugeLayout.sideBytes;
    return {
      value: base + (gaugeOffsets[take] ?? gaugeSideLayout.last),
      known: base + gaugeSideLayout.count,
    };
  }
  const grows = kind === sampleMode.growth64 || kind === sampleMode.growth32;
  const base = offset + (grows ? growthLayout.sums : stateLayout.sums) + side * sumLayout.bytes;
  return {
    value: base + (take === 'seconds' ? sumLayout.time : sumLayout.total),
    known: base + sumLayout.time,
  };
}

/** Stored values are divided; times and sample counts are not. */
const divisorOf = ({ take }: Operand, per: number): number =>
  take === 'at' || take === 'count' || take === 'seconds' || take === 'held' ? 1 : per;

function counterFill(operand: Operand, own: SourceColumns, now: () => FormulaInputs): Fill {
  const column = own.keys.indexOf(operand.name);
  const divisor = divisorOf(operand, own.divisors[column] ?? 1);
  const bySide = ([0, 1] as const).map((side) => cellOffsets(operand.take, column, { side, own }));
  return (out, from, length) => {
    const { series, side } = now();
    const { value, known } = bySide[side] as CellOffsets;
    const { buffer, byteOffset, byteLength } = series?.bytes ?? noBytes;
    const cells = new DataView(buffer, byteOffset, byteLength);
    for (let index = 0, base = from * own.stride; index < length; index += 1, base += own.stride)
      out[index] =
        cells.getFloat64(base + known, true) > 0
          ? cells.getFloat64(base + value, true) / divisor
          : Number.NaN;
  };
}

/** Every sum of a key with flows is known, 0 if no flow reported it; without flows none is. */
function flowFill(operand: Operand, now: () => FormulaInputs): Fill {
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
  (way: 'inBps' | 'outBps', now: () => FormulaInputs): Fill =>
  (out, from, length) => {
    const contracts = now().elements[way];
    for (let index = 0; index < length; index += 1) {
      const contract = contracts[from + index] as number;
      out[index] = contract > 0 ? contract : Number.NaN;
    }
  };

/** Where the counters of a source are stored: in these columns, or in flow sums. */
export interface CounterSource {
  readonly input: Source['input'];
  readonly columns: SourceColumns;
}

/** Sets `marks[i]` to 1 where an element has data of its own in the window, else to 0. */
export type MarkMeasured = (marks: Uint8Array, from: number, length: number) => void;

/** A window is that of an element by what was counted in it: settings and contracts are there without samples, too. */
export function measuredMarks({ input, columns }: CounterSource, now: () => FormulaInputs): MarkMeasured {
  if (input === 'flows')
    return (marks, from, length) => {
      const present = now().sums?.present;
      for (let index = 0; index < length; index += 1) marks[index] = present?.[from + index] === 1 ? 1 : 0;
    };
  const counted = [...columns.keys.keys()].filter(
    (column) => columns.sampleModes[column] !== sampleMode.latest,
  );
  const bySide = ([0, 1] as const).map((side) =>
    counted.map((column) => cellOffsets('last', column, { side, own: columns }).known),
  );
  return (marks, from, length) => {
    const { series, side } = now();
    const offsets = bySide[side] ?? [];
    const { buffer, byteOffset, byteLength } = series?.bytes ?? noBytes;
    const cells = new DataView(buffer, byteOffset, byteLength);
    const { stride } = columns;
    for (let index = 0, base = from * stride; index < length; index += 1, base += stride)
      marks[index] = offsets.some((known) => cells.getFloat64(base + known, true) > 0) ? 1 : 0;
  };
}

/** Returns a function that reads an operand from the inputs that `now` returns. */
export function operandFill(
  operand: Operand,
  { input, columns }: CounterSource,
  now: () => FormulaInputs,
): Fill {
  if (operand.take !== 'property')
    return input === 'flows' ? flowFill(operand, now) : counterFill(operand, columns, now);
  if (operand.name === 'contract_in') return contractFill('inBps', now);
  if (operand.name === 'contract_out') return contractFill('outBps', now);
  return (out, _, length) => {
    out.fill(now().windowSeconds, 0, length);
  };
}
