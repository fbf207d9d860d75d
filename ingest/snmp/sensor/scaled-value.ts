/**
 * EntitySensorDataScale and EntitySensorPrecision (RFC 3433; CISCO-ENTITY-SENSOR-MIB has the same). The scale steps by
 * three powers of ten; units(9) is 10^0.
 */
const SMALLEST_SCALE = 1;
const LARGEST_SCALE = 17;
const UNITS = 9;
const STEP = 3;
/** A positive precision is the number of decimals in the value. A negative one states accurate digits and shifts nothing. */
const MAX_PRECISION = 9;
const MIN_PRECISION = -8;
/** EntitySensorValue: this and its negative stand for overflow and underflow. */
const OVERFLOW = 1_000_000_000;
/** Decimals of the result. */
const THOUSANDTHS = 3;

interface ScaledReading {
  readonly value: number | undefined;
  readonly scale: number | undefined;
  readonly precision: number | undefined;
}

const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Thousandths of the unit as an integer. Undefined for an overflow, an unknown scale or precision, or above 2^53. */
export function thousandthsOf({ value, scale = UNITS, precision = 0 }: ScaledReading): number | undefined {
  if (value === undefined || Math.abs(value) >= OVERFLOW) return undefined;
  if (!isWithin(scale, SMALLEST_SCALE, LARGEST_SCALE)) return undefined;
  if (!isWithin(precision, MIN_PRECISION, MAX_PRECISION)) return undefined;
  const exponent = STEP * (scale - UNITS) - Math.max(0, precision) + THOUSANDTHS;
  // Powers with negative exponents are no exact doubles; dividing by the positive ones rounds once.
  const scaled = exponent >= 0 ? value * 10 ** exponent : value / 10 ** -exponent;
  const rounded = Math.round(scaled);
  return Number.isSafeInteger(rounded) ? rounded : undefined;
}

const DECIMAL = /^\s*(-?\d{1,9}(?:\.\d{1,12})?)\s*$/;

/** Thousandths of a decimal number in a text, as FortiGates report them. Undefined for other texts. */
export function thousandthsIn(text: string): number | undefined {
  const decimal = DECIMAL.exec(text)?.[1];
  return decimal === undefined ? undefined : Math.round(Number(decimal) * 10 ** THOUSANDTHS);
}
