import { z } from 'zod';
import { numberReadings } from '../unit/number-readings.ts';

/** Bit/s: no line is slower than 1 kbit/s, and none is faster than 100 Tbit/s. */
export const bandwidthBps = { min: 1_000, max: 100_000_000_000_000 } as const;

/** A contracted bandwidth, bit/s. */
export const Bandwidth = z.int().min(bandwidthBps.min).max(bandwidthBps.max);

const factors: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };
const withUnit = /^([\d.,e+]+?)(\s*([kmgt]?)(?:b(?:it)?(?:ps|\/s)?)?)$/i;

/** The number and the unit of a bandwidth: `200000000`, `200M`, `1,5 Gbit/s`. `factor`: bit/s of its unit. */
export function splitBandwidth(text: string): {
  readonly amount: string;
  readonly unit: string;
  readonly factor: number;
} {
  const [, amount = text, unit = '', scale = ''] = withUnit.exec(text) ?? [];
  return { amount, unit, factor: factors[scale.toLowerCase()] ?? 1 };
}

/** What a typed bandwidth can mean, bit/s: several where a separator is ambiguous, none where it is no bandwidth. */
export function bandwidthReadings(text: string): readonly number[] {
  const { amount, factor } = splitBandwidth(text);
  return numberReadings(amount).map((number) => Math.round(number * factor));
}
