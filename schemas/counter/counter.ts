import type { ElementKind } from '../element/kind.ts';
import type { CounterScope } from './scope.ts';

/** A counter of KPI formulas. Its id is stored in `samples.counter`; a retired id is never reused. */
export const counterKinds = [
  /** Monotonic, wraps at 2^64 or 2^32 (IF-MIB Counter64, Counter32). */
  'counter64',
  'counter32',
  'gauge',
  /** 1 or 0. */
  'state',
  /** Valid until the next sample, such as an interface speed: formulas read the newest value of any window. */
  'setting',
] as const;
export type CounterKind = (typeof counterKinds)[number];

export interface Counter {
  readonly id: number;
  readonly kind: CounterKind;
  readonly element: ElementKind;
  /** Source of the counter: an element has counters of one scope. */
  readonly scope: CounterScope;
  /** Formulas divide the stored integer by this; default 1. */
  readonly per?: number;
  /** Column of an SNMP table without the index; undefined if the poller derives the value. */
  readonly oid?: string;
}

type Unscoped = Omit<Counter, 'scope'>;

/** Adds the scope to counters of one source. */
export const inScope = <const List extends Readonly<Record<string, Unscoped>>>(
  scope: CounterScope,
  list: List,
): { readonly [Key in keyof List]: Counter } =>
  Object.fromEntries(Object.entries(list).map(([key, counter]) => [key, { ...counter, scope }])) as {
    readonly [Key in keyof List]: Counter;
  };
