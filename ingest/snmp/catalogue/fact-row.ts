import { numericValue, type SnmpValue } from '../agent/value.ts';
import { numberInText } from './defined-value.ts';

/** A table row: columns by the names the poller gives them. */
export type FactRow = Readonly<Record<string, SnmpValue | undefined>>;

/** A number, also one in a text: some agents have no other type for decimals and 64 bits. */
export function numberOf(value: SnmpValue | undefined): number | undefined {
  if (value?.type === 'octets') return numberInText(value.value);
  return value?.type === 'counter64' ? Number(value.value) : numericValue(value);
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
