import type { CounterKind } from '../counter/counter.ts';

/** What a formula may name. */
export interface FormulaNames {
  readonly counters: Readonly<Record<string, { readonly kind: CounterKind; readonly element: string }>>;
  readonly properties: readonly string[];
}

/** Contracted bandwidths in bit/s, absent without a contract; the length of the window in seconds. */
export const properties = ['contract_in', 'contract_out', 'window'] as const;
export type Property = (typeof properties)[number];
