import type { EarlierPeriod } from '../plan/earlier-period.ts';
import type { KeyedValues } from './data-rows.ts';

/** A row of a result with its values in the earlier period. */
export interface ComparedValues extends KeyedValues {
  readonly earlier?: (number | null)[][];
}

const nameOf = ({ key }: KeyedValues): string => key.join(' ');

/** Puts earlier values next to those of the same key, at the steps that they are compared with. */
export function withEarlier(
  rows: readonly KeyedValues[],
  earlier: readonly KeyedValues[],
  { steps, input }: EarlierPeriod,
): readonly ComparedValues[] {
  const byKey = new Map(earlier.map((row) => [nameOf(row), row.values]));
  const indexOf = new Map(input?.steps.map((step, index) => [step, index]));
  const indexes = steps.map((step) => (step === null ? -1 : (indexOf.get(step) ?? -1)));
  return rows.map((row) => ({
    ...row,
    earlier: row.values.map((_, series) => {
      const values = byKey.get(nameOf(row))?.[series];
      return indexes.map((index) => values?.[index] ?? null);
    }),
  }));
}
