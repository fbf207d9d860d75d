import { valueOf } from '../measure/value.ts';
import type { Evidence } from '#schemas/alerting/alert.ts';
import type { AlarmInstances } from './alarm-instances.ts';

type Windows = Evidence['windows'];

/** Digits shown of a value kept as a 32-bit float. */
const DIGITS = 6;
/** Whole numbers below this are their own text of six digits. */
const EXACT = 10 ** DIGITS;
const shown = (value: number): number =>
  Number.isInteger(value) && Math.abs(value) < EXACT ? value : Number(value.toPrecision(DIGITS));

const NOTHING = { value: null, numerator: null, denominator: null };

function kept(instances: AlarmInstances, cell: number): Omit<Windows[number], 'at' | 'outlier'> {
  const { numerators, denominators, scale } = instances.track;
  const numerator = numerators[cell] ?? Number.NaN;
  const denominator = denominators[cell] ?? Number.NaN;
  const value = valueOf(scale, numerator, denominator);
  if (!Number.isFinite(value)) return NOTHING;
  return { value: shown(value), numerator: shown(numerator), denominator: shown(denominator) };
}

/** The windows an instance looks back at, oldest first; `newest` is the number of the last one decided. */
export function recentWindows(
  instances: AlarmInstances,
  slot: number,
  newest: { readonly number: number; readonly length: number },
): Windows {
  const { measures } = instances.alarm;
  const bits = instances.bits[slot] ?? 0;
  const windows: Windows = [];
  for (let back = Math.min(measures - 1, newest.number); back >= 0; back -= 1) {
    const number = newest.number - back;
    windows.push({
      at: number * newest.length,
      ...kept(instances, instances.track.column(number) + slot),
      outlier: ((bits >>> back) & 1) === 1,
    });
  }
  return windows;
}

/** Their values alone, as `recentWindows` has them: for each running alarm in each window. */
export function recentValues(
  { alarm, track }: AlarmInstances,
  slot: number,
  newest: number,
): (number | null)[] {
  const values: (number | null)[] = [];
  for (let number = newest - Math.min(alarm.measures - 1, newest); number <= newest; number += 1) {
    const cell = track.column(number) + slot;
    const value = valueOf(
      track.scale,
      track.numerators[cell] ?? Number.NaN,
      track.denominators[cell] ?? Number.NaN,
    );
    values.push(Number.isFinite(value) ? shown(value) : null);
  }
  return values;
}
