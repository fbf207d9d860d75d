import type { ActivePoller, ValueType } from '#schemas/polling/poller.ts';
import type { ColumnProcedure } from '#schemas/polling/procedure.ts';
import type { Value } from '../value.ts';

const HUNDREDTHS = 100;
/** `samples.value` has 64 bit. */
const MOST = 2n ** 64n - 1n;

/** A number as an agent writes it into a text, such as the load averages of UCD-SNMP-MIB. */
function numberInText(text: string): number | undefined {
  const trimmed = text.trim();
  return /^\d{1,15}(\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : undefined;
}

const readers: Readonly<Record<ValueType, (value: Value) => number | bigint | undefined>> = {
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

/** Whole, as samples are stored; undefined for what is below zero or beyond 64 bit. */
function whole(number: number | undefined): bigint | undefined {
  if (number === undefined || !Number.isFinite(number) || number < 0) return undefined;
  const value = BigInt(Math.round(number));
  return value <= MOST ? value : undefined;
}

export type DefinedFault = 'wrong type' | 'below zero';

export type Defined =
  | { readonly ok: true; readonly value: bigint }
  /** Nothing to store, and nothing wrong: the device does not have it. */
  | { readonly ok: false; readonly fault: DefinedFault | undefined };

const nothing: Defined = { ok: false, fault: undefined };

/** What a defined poller makes of the values that a device gave: of one object, or of the rows of a column. */
export function definedValue(
  { valueType, procedure, defaultValue }: ActivePoller,
  values: readonly Value[],
): Defined {
  const present = values.filter(({ type }) => type !== 'absent');
  if (present.length === 0)
    return defaultValue === null ? nothing : { ok: true, value: BigInt(defaultValue) };
  const read = present.map(readers[valueType]);
  const known = read.filter((value) => value !== undefined);
  const [first] = known;
  // One row of the wrong type would make a wrong sum of the others.
  if (known.length < present.length || first === undefined) return { ok: false, fault: 'wrong type' };
  if (procedure === undefined && typeof first === 'bigint') return { ok: true, value: first };
  const numbers = known.map(Number);
  const value = whole(procedure === undefined ? numbers[0] : combine[procedure](numbers));
  return value === undefined ? { ok: false, fault: 'below zero' } : { ok: true, value };
}
