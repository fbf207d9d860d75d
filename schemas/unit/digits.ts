/**
 * The rule of digits (docs/adr/0073-precision-of-displayed-values.md): a figure has the decimals that distinguish it from its bounds: zero, 100 for a
 * percentage, and the limits that it is compared with.
 */

/** A number that only a figure which equals it reads as. */
export interface Bound {
  readonly at: number;
  /** Significant digits shown of the distance to it. */
  readonly digits: number;
  readonly mostDecimals: number;
  /** A figure that equals a limit reads as the limit was typed. */
  readonly isTyped?: boolean;
}

/** The most decimals of a figure that is compared with no limit. */
const MOST = 4;
const MOST_BY_LIMIT = 6;

export const zero: Bound = { at: 0, digits: 3, mostDecimals: MOST };
export const hundred: Bound = { at: 100, digits: 2, mostDecimals: MOST };
export const limitAt = (at: number): Bound => ({
  at,
  digits: 1,
  mostDecimals: MOST_BY_LIMIT,
  isTyped: true,
});

/** What is behind these digits is noise of arithmetic: 1.005 × 100 is 100.49999999999999. */
const DIGITS_OF_FLOAT = 12;
/** Alarms are measured with 32-bit floats: 99.95 is 99.94999695. */
const DIGITS_OF_FLOAT_32 = 7;
const INTEGERS_FROM = 10 ** DIGITS_OF_FLOAT;
/** The most decimals of a typed number; with more, 100 would exceed the digits of a float. */
const MOST_EXACT = 9;

/** Rounds half away from zero. */
function nearest(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const size = Math.abs(value) * factor;
  if (size >= INTEGERS_FROM) return value;
  const digits = Math.round(Number(size.toPrecision(DIGITS_OF_FLOAT)));
  return digits === 0 ? 0 : (Math.sign(value) * digits) / factor;
}

/** Rounds a percentage below 100 down, without what a 32-bit float adds or takes. */
function below(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  // One decimal more than shown, so that what is not 100 here does not become it.
  const digits = Math.max(DIGITS_OF_FLOAT_32, decimals + 3);
  const scaled = Number(value.toPrecision(digits)) * factor;
  return Math.floor(Number(scaled.toPrecision(DIGITS_OF_FLOAT))) / factor;
}

/** A number as it is shown: itself, or with the sign of the side on which it lies. */
export interface ShownNumber {
  readonly number: number;
  readonly mark: '' | '<' | '>';
}

const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.abs(other) * 10 ** -DIGITS_OF_FLOAT;

/** `< 0.01` above zero, `> 99.99` below 100; on the other sides, and at limits, the bound itself. */
function markedAt(
  { at }: Bound,
  { value, step }: { readonly value: number; readonly step: number },
): ShownNumber {
  if (at === 0 && value > 0) return { number: step, mark: '<' };
  if (at === hundred.at && value < at) return { number: nearest(at - step, MOST_EXACT), mark: '>' };
  return { number: at, mark: value < at ? '<' : '>' };
}

/** From here to 100 %, where contracts promise, figures are rounded down: an availability of 98.96 % does not read as 99 %. */
const PROMISED_FROM = 98;

/** Rounds to a number of decimals. What would read as a bound without being it is marked instead. */
export function shownNumber(value: number, decimals: number, bounds: readonly Bound[]): ShownNumber {
  const rounded = nearest(value, decimals);
  const isDown = bounds.includes(hundred) && value > PROMISED_FROM && value < hundred.at;
  const shown = isDown ? below(value, decimals) : rounded;
  const bound = bounds.find(({ at }) => value !== at && (isSame(rounded, at) || isSame(shown, at)));
  return bound === undefined
    ? { number: shown, mark: '' }
    : markedAt(bound, { value, step: 10 ** -decimals });
}

/** Decimals with which a distance has a number of significant digits. */
function decimalsOfDistance(distance: number, { digits, mostDecimals }: Bound): number {
  if (distance === 0 || !Number.isFinite(distance)) return 0;
  const exponent = Number(distance.toExponential(DIGITS_OF_FLOAT - 3).split('e')[1]);
  return Math.min(mostDecimals, Math.max(0, digits - 1 - exponent));
}

/** Decimals with which a number that was typed reads as typed. */
export function exactDecimals(value: number, bounds: readonly Bound[]): number {
  let decimals = 0;
  const isExact = (): boolean => {
    const { number, mark } = shownNumber(value, decimals, bounds);
    return mark === '' && isSame(number, value);
  };
  while (decimals < MOST_EXACT && !isExact()) decimals += 1;
  return decimals;
}

function decimalsFrom(value: number, bound: Bound): number {
  if (value === bound.at && bound.isTyped === true) return exactDecimals(value, []);
  return decimalsOfDistance(Math.abs(value - bound.at), bound);
}

const greatestOf = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0);

/** Decimals of a figure that stands alone; zeros at its end are not shown. */
export const ownDecimals = (value: number, bounds: readonly Bound[]): number =>
  greatestOf(bounds.map((bound) => decimalsFrom(value, bound)));

/** Decimals without zeros at the end. */
function usedDecimals(value: number, decimals: number, bounds: readonly Bound[]): number {
  const { number, mark } = shownNumber(value, decimals, bounds);
  if (mark !== '') return decimals;
  let used = 0;
  while (used < decimals && !isSame(nearest(number, used), number)) used += 1;
  return used;
}

/** Decimals below one in a column whose greatest value is not below it. */
const DECIMALS_BELOW_ONE = 2;

/**
 * Decimals of all figures of a column: those of the one that has most by itself. A figure below one has two of them, or as many as the greatest
 * of a column that lies below one: 9.40, 10.10 and 0.14.
 */
export function columnDecimals(values: readonly number[], bounds: readonly Bound[]): number {
  const greatest = greatestOf(values.map(Math.abs));
  const fromZero = (size: number): number => {
    if (size === 0 || size >= 1) return decimalsOfDistance(size, zero);
    return greatest < 1 ? decimalsOfDistance(greatest, zero) : DECIMALS_BELOW_ONE;
  };
  const others = bounds.filter((bound) => bound !== zero);
  const most = greatestOf(
    values.map((value) => Math.max(fromZero(Math.abs(value)), ownDecimals(value, others))),
  );
  return greatestOf(values.map((value) => usedDecimals(value, most, bounds)));
}
