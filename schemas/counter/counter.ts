import type { ElementKind } from '../element/kind.ts';
import type { CounterScope } from '../kpi/kpi.ts';

/**
 * Counters that are polled, by the key that KPI formulas use. The number stands in `samples.counter`; a retired number is
 * never used again.
 */
export const counterKinds = [
  /** Grows and wraps at 2^64 or 2^32 (IF-MIB Counter64, Counter32). */
  'counter64',
  'counter32',
  'gauge',
  /** 1 or 0. */
  'state',
  /** Holds until told otherwise, such as the speed of a line: formulas read the newest value, of whatever window. */
  'setting',
] as const;
export type CounterKind = (typeof counterKinds)[number];

export interface Counter {
  readonly id: number;
  readonly kind: CounterKind;
  readonly element: ElementKind;
  /** Where it comes from: an element has the counters of one scope. */
  readonly scope: CounterScope;
  /** Formulas read the stored whole number divided by this; without it, by 1. */
  readonly per?: number;
  /** Column of an SNMP table, without the index; undefined when the poller derives the value. */
  readonly oid?: string;
}

type Unscoped = Omit<Counter, 'scope'>;

/** Counters that all come from one place. */
export const inScope = <const List extends Readonly<Record<string, Unscoped>>>(
  scope: CounterScope,
  list: List,
): { readonly [Key in keyof List]: Counter } =>
  Object.fromEntries(Object.entries(list).map(([key, counter]) => [key, { ...counter, scope }])) as {
    readonly [Key in keyof List]: Counter;
  };
