import type { ActivePoller, ValueType } from '#schemas/polling/poller.ts';
import type { ColumnProcedure } from '#schemas/polling/procedure.ts';
import type { SnmpValue } from '../agent/value.ts';

const HUNDREDTHS = 100;
/** `samples.value` has 64 bits. */
const MAX_VALUE = 2n ** 64n - 1n;

/** Parses a number from a text, such as the load averages of UCD-SNMP-MIB. */
export function numberInText(text: string): number | undefined {
  const trimmed = text.trim();
  return /^\d{1,15}(\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : undefined;
}

const readers: Readonly<Record<ValueType, (value: SnmpValue) => number | bigint | undefined>> = {
  counter64: (value) => (value.type === 'counter64' ? value.value : undefined),
  counter32: (value) => (value.type === 'counter32' ? value.value : undefined),
  gauge: (value) => (value.type === 'gauge32' ? value.value : undefined),
  integer: (value) => (value.type === 'integer' ? value.value : undefined),
  timeTicks: (value) => (value.type === 'timeTicks' ? value.value : undefined),
  text: (value) => (value.type === 'octets' ? numberInText(value.value) : undefined),
};

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0) / numbers.length;

const combine: Readonly<Record<ColumnProcedure, (numbers: readonly number[]) => number | undefined>> = {
  sum: (numbers) => numbers.reduce((total, number) => total + number, 0),
  mean,
  minimum: (numbers) => Math.min(...numbers),
  maximum: (numbers) => Math.max(...numbers),
  count: (numbers) => numbers.length,
  first: ([number]) => number,
  hundredths: ([number]) => (number === undefined ? undefined : number * HUNDREDTHS),
  meanLoad(numbers) {
    const percents = numbers.filter((number) => number >= 0 && number <= HUNDREDTHS);
    return percents.length === 0 ? undefined : mean(percents) * HUNDREDTHS;
  },
};

/** Rounds to an integer as stored in samples. Undefined if negative or beyond 64 bits. */
function toStoredInteger(number: number | undefined): bigint | undefined {
  if (number === undefined || !Number.isFinite(number) || number < 0) return undefined;
  const value = BigInt(Math.round(number));
  return value <= MAX_VALUE ? value : undefined;
}

export type DefinedFault = 'wrong type' | 'below zero';

export type DefinedResult =
  | { readonly ok: true; readonly value: bigint }
  /** No value and no fault: the device does not have the object. */
  | { readonly ok: false; readonly fault: DefinedFault | undefined };

const nothing: DefinedResult = { ok: false, fault: undefined };

/** Value of an administrator-defined poller from one object or from the rows of a column. */
export function definedValue(
  { valueType, procedure, defaultValue }: Pick<ActivePoller, 'valueType' | 'procedure' | 'defaultValue'>,
  values: readonly SnmpValue[],
): DefinedResult {
  const present = values.filter(({ type }) => type !== 'absent');
  if (present.length === 0)
    return defaultValue === null ? nothing : { ok: true, value: BigInt(defaultValue) };
  const read = present.map(readers[valueType]);
  const known = read.filter((value) => value !== undefined);
  const [first] = known;
  // One row of the wrong type would falsify the sum.
  if (known.length < present.length || first === undefined) return { ok: false, fault: 'wrong type' };
  if (procedure === undefined && typeof first === 'bigint') return { ok: true, value: first };
  const numbers = known.map(Number);
  const value = toStoredInteger(procedure === undefined ? numbers[0] : combine[procedure](numbers));
  return value === undefined ? { ok: false, fault: 'below zero' } : { ok: true, value };
}
