import { scaledRatio } from '#schemas/formula/value.ts';
import type { Evidence } from '#schemas/alerting/alert.ts';
import type { AlarmInstances } from './alarm-instances.ts';

type EvidenceWindows = Evidence['windows'];

/** Digits of a value kept as a 32-bit float; with fewer, 99.99999 % would be 100 %. */
const DIGITS = 7;
/** Integers below this need no rounding. */
const EXACT = 10 ** DIGITS;
const rounded = (value: number): number =>
  Number.isInteger(value) && Math.abs(value) < EXACT ? value : Number(value.toPrecision(DIGITS));

const NO_MEASURE = { value: null, numerator: null, denominator: null };

function measureAt(instances: AlarmInstances, cell: number): Omit<EvidenceWindows[number], 'at' | 'outlier'> {
  const { numerators, denominators, scale } = instances.history;
  const numerator = numerators[cell] ?? Number.NaN;
  const denominator = denominators[cell] ?? Number.NaN;
  const value = scaledRatio(scale, numerator, denominator);
  if (!Number.isFinite(value)) return NO_MEASURE;
  return { value: rounded(value), numerator: rounded(numerator), denominator: rounded(denominator) };
}

/** The windows an instance looks back at, oldest first; `newest` is the number of the last one decided. */
export function recentWindows(
  instances: AlarmInstances,
  slot: number,
  newest: { readonly number: number; readonly length: number },
): EvidenceWindows {
  const { measures } = instances.alarm;
  const bits = instances.bitsInForce(slot);
  const windows: EvidenceWindows = [];
  for (let back = Math.min(measures - 1, newest.number); back >= 0; back -= 1) {
    const number = newest.number - back;
    windows.push({
      at: number * newest.length,
      ...measureAt(instances, instances.history.column(number) + slot),
      outlier: ((bits >>> back) & 1) === 1,
    });
  }
  return windows;
}

/** Only the values of `recentWindows`: called for each running alarm in each window. */
export function recentValues(
  { alarm, history }: AlarmInstances,
  slot: number,
  newest: number,
): (number | null)[] {
  const values: (number | null)[] = [];
  for (let number = newest - Math.min(alarm.measures - 1, newest); number <= newest; number += 1) {
    const cell = history.column(number) + slot;
    const value = scaledRatio(
      history.scale,
      history.numerators[cell] ?? Number.NaN,
      history.denominators[cell] ?? Number.NaN,
    );
    values.push(Number.isFinite(value) ? rounded(value) : null);
  }
  return values;
}
