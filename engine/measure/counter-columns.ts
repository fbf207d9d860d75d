import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { Counter, CounterKind } from '#schemas/counter/counter.ts';
import { countersWith } from '#schemas/kpi/definition.ts';
import type { DefinedCounter } from '#schemas/kpi/definition.ts';
import { sourceNumber, sources } from './sources.ts';

/** How a sample of a counter is taken up. */
export const takes = {
  growth64: 0,
  growth32: 1,
  /** Kept as it is; formulas read the newest value. */
  latest: 2,
  /** The samples inside the window. */
  gauge: 3,
  /** The time since the poll before counts when the state is 1. */
  stateTime: 4,
  /** As `stateTime`, of the time in which the interface was meant to be up. */
  stateTimeWhileAdminUp: 5,
  /** Polls answered of polls due. */
  polls: 6,
} as const;
type TakeName = keyof typeof takes;

const takeOfKind: Record<CounterKind, TakeName> = {
  counter64: 'growth64',
  counter32: 'growth32',
  gauge: 'gauge',
  state: 'stateTime',
  setting: 'latest',
};
const takeOfKey: Partial<Record<CounterKey, TakeName>> = {
  admin_up: 'latest',
  oper_up: 'stateTimeWhileAdminUp',
  poll: 'polls',
};
const takeOf = (key: string, { kind }: Counter): TakeName => takeOfKey[key as CounterKey] ?? takeOfKind[kind];

/**
 * Bytes of the record of a counter of an element. Each begins with the time of the newest sample (`at`); the value of a
 * growing counter is kept as its two 32-bit halves, so that differences of Counter64 are exact without BigInt. What belongs
 * to a window is there twice, once for each of the two windows that are open.
 */
export const growth = { at: 0, uptime: 8, value: 16, discontinuity: 24, sums: 32, bytes: 64 } as const;
export const state = { at: 0, sums: 8, bytes: 40 } as const;
export const setting = { at: 0, value: 8, bytes: 16 } as const;
export const gauge = { at: 0, sides: 8, sideBytes: 48, bytes: 104 } as const;
/** Of one side of a growing counter or a state: what was counted, and the seconds (or the weight) behind it. */
export const sum = { total: 0, time: 8, bytes: 16 } as const;
/** Of one side of a gauge. */
export const window = { count: 0, total: 8, last: 16, at: 24, min: 32, max: 40 } as const;

const bytesOf: Record<TakeName, number> = {
  growth64: growth.bytes,
  growth32: growth.bytes,
  latest: setting.bytes,
  gauge: gauge.bytes,
  stateTime: state.bytes,
  stateTimeWhileAdminUp: state.bytes,
  polls: state.bytes,
};

/** Where the counters of an element stand among its bytes. */
export interface Columns {
  readonly keys: readonly string[];
  readonly offsets: Int32Array;
  readonly takes: Uint8Array;
  /** Bytes of each counter. */
  readonly widths: Int32Array;
  /** Formulas read the stored number divided by this. */
  readonly divisors: readonly number[];
  /** Bytes of one element. */
  readonly stride: number;
}

type CounterOf = (key: string) => Counter;

function columnsOf(keys: readonly string[], counterOf: CounterOf): Columns {
  const names = keys.map((key) => takeOf(key, counterOf(key)));
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
    takes: Uint8Array.from(names, (name) => takes[name]),
    divisors: keys.map((key) => counterOf(key).per ?? 1),
  };
}

/** The counters of all sources. */
export interface CounterColumns {
  /** By number of source. */
  readonly columns: readonly Columns[];
  /** By the counter's number in a sample: number of its source, and column there; -1 for a number not known. */
  readonly sourceById: Int16Array;
  readonly columnById: Int16Array;
}

/** Counters that administrators defined stand behind those of the product, by their numbers. */
export function counterColumns(defined: readonly DefinedCounter[]): CounterColumns {
  const all = countersWith(defined);
  const counterOf: CounterOf = (key) => {
    const counter = all[key];
    if (counter === undefined) throw new Error(`there is no counter ${key}`);
    return counter;
  };
  // Sums of flows are kept by key and window instead (`engine/flow`), and clusters have no counters.
  const columns = sources.map(({ counters, of }, number) => {
    const own = of === 'samples' ? counters : [];
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
