import type { CounterKind } from '../counter/counter.ts';

/** Names available to a formula. */
export interface FormulaNames {
  readonly counters: Readonly<Record<string, { readonly kind: CounterKind; readonly element: string }>>;
  readonly properties: readonly string[];
}

/** Contracted bandwidths in bit/s, absent without a contract, and the window length in seconds. */
export const properties = ['contract_in', 'contract_out', 'window'] as const;
