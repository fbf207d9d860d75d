import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { Counter, CounterKind } from '#schemas/counter/counter.ts';
import { countersWith, type DefinedCounter } from '#schemas/kpi/definition.ts';
import { sourceNumber, sources } from '../configuration/sources.ts';

/** How the samples of a counter are recorded. */
export const sampleMode = {
  growth64: 0,
  growth32: 1,
  /** The newest value. */
  latest: 2,
  /** The samples within the window. */
  gauge: 3,
  /** The time since the previous poll counts if the state is 1. */
  stateTime: 4,
  /** Like `stateTime`, but only while the interface is administratively up. */
  stateTimeWhileAdminUp: 5,
  /** Successful polls out of polls due. */
  polls: 6,
} as const;
type SampleModeName = keyof typeof sampleMode;

const modeOfKind: Record<CounterKind, SampleModeName> = {
  counter64: 'growth64',
  counter32: 'growth32',
  gauge: 'gauge',
  state: 'stateTime',
  setting: 'latest',
};
const modeOfKey: Partial<Record<CounterKey, SampleModeName>> = {
  admin_up: 'latest',
  oper_up: 'stateTimeWhileAdminUp',
  poll: 'polls',
};
const modeOf = (key: string, { kind }: Counter): SampleModeName =>
  modeOfKey[key as CounterKey] ?? modeOfKind[kind];

/**
 * Bytes of the record of a counter of an element. Each starts with the time of the newest sample (`at`). The
 * value of a growing counter is kept as two 32-bit halves, so that differences of Counter64 are exact without
 * BigInt. Data of a window exists twice, once for each of the two open windows.
 */
export const growthLayout = { at: 0, uptime: 8, value: 16, discontinuity: 24, sums: 32, bytes: 64 } as const;
export const stateLayout = { at: 0, sums: 8, bytes: 40 } as const;
export const settingLayout = { at: 0, value: 8, bytes: 16 } as const;
export const gaugeLayout = { at: 0, sides: 8, sideBytes: 48, bytes: 104 } as const;
/** One side of a growing counter or a state: the total, and the seconds (or the weight) it covers. */
export const sumLayout = { total: 0, time: 8, bytes: 16 } as const;
/** One side of a gauge. */
export const gaugeSideLayout = { count: 0, total: 8, last: 16, at: 24, min: 32, max: 40 } as const;

const bytesOf: Record<SampleModeName, number> = {
  growth64: growthLayout.bytes,
  growth32: growthLayout.bytes,
  latest: settingLayout.bytes,
  gauge: gaugeLayout.bytes,
  stateTime: stateLayout.bytes,
  stateTimeWhileAdminUp: stateLayout.bytes,
  polls: stateLayout.bytes,
};

/** Layout of the counters in the bytes of an element. */
export interface SourceColumns {
  readonly keys: readonly string[];
  readonly offsets: Int32Array;
  readonly sampleModes: Uint8Array;
  /** Bytes of each counter. */
  readonly widths: Int32Array;
  /** Formulas read the stored number divided by this. */
  readonly divisors: readonly number[];
  /** Bytes of one element. */
  readonly stride: number;
}

type CounterOf = (key: string) => Counter;

function columnsOf(keys: readonly string[], counterOf: CounterOf): SourceColumns {
  const names = keys.map((key) => modeOf(key, counterOf(key)));
  const widths = Int32Array.from(names, (name) => bytesOf[name]);
  const offsets = new Int32Array(keys.length);
  let stride = 0;
  for (const [column, width] of widths.entries()) {
    offsets[column] = stride;
    stride += width;
  }
  return {
    keys,
    offsets,
    widths,
    stride,
    sampleModes: Uint8Array.from(names, (name) => sampleMode[name]),
    divisors: keys.map((key) => counterOf(key).per ?? 1),
  };
}

/** The counters of all sources. */
export interface CounterColumns {
  /** By number of source. */
  readonly columns: readonly SourceColumns[];
  /**
   * By the counter's number in a sample: its source number, and its column there; -1 for an unknown number.
   */
  readonly sourceById: Int16Array;
  readonly columnById: Int16Array;
}

/** User-defined counters follow the built-in ones, by number. */
export function counterColumns(defined: readonly DefinedCounter[]): CounterColumns {
  const all = countersWith(defined);
  const counterOf: CounterOf = (key) => {
    const counter = all[key];
    if (counter === undefined) throw new Error(`unknown counter ${key}`);
    return counter;
  };
  // Flow sums are retained by key and window (`engine/flow`), and clusters have no counters.
  const columns = sources.map(({ counters, input }, number) => {
    const own = input === 'samples' ? counters : [];
    const added = defined.filter(({ element }) => sourceNumber(element, 'snmp') === number);
    return columnsOf([...own, ...added.map(({ key }) => key)], counterOf);
  });
  const highest = Math.max(...Object.values(all).map(({ id }) => id));
  const sourceById = new Int16Array(highest + 1).fill(-1);
  const columnById = new Int16Array(highest + 1).fill(-1);
  for (const [source, { keys }] of columns.entries())
    for (const [column, key] of keys.entries()) {
      sourceById[counterOf(key).id] = source;
      columnById[counterOf(key).id] = column;
    }
  return { columns, sourceById, columnById };
}

/** Offsets of the floats that clear one side of a record. */
export function placesToClear(mode: number, offset: number, side: 0 | 1): readonly number[] {
  if (mode === sampleMode.latest) return [];
  if (mode === sampleMode.gauge) {
    const base = offset + gaugeLayout.sides + side * gaugeLayout.sideBytes;
    return [base + gaugeSideLayout.count, base + gaugeSideLayout.total];
  }
  const sums =
    mode === sampleMode.growth64 || mode === sampleMode.growth32 ? growthLayout.sums : stateLayout.sums;
  const base = offset + sums + side * sumLayout.bytes;
  return [base + sumLayout.total, base + sumLayout.time];
}
