import { z } from 'zod';

/** A response has up to 100,000 numbers: one function looks at them, and no schema for each. */
const listOf =
  (isValue: (value: unknown) => boolean) =>
  (values: unknown): boolean => {
    if (!Array.isArray(values)) return false;
    for (const value of values as readonly unknown[]) if (!isValue(value)) return false;
    return true;
  };

const isNullOrFinite = (value: unknown): boolean => value === null || Number.isFinite(value);

/** Finite numbers. */
export const NumberList = z
  .custom<number[]>(listOf(Number.isFinite))
  .meta({ type: 'array', items: { type: 'number' } });

/** Finite numbers and null. */
export const ValueList = z
  .custom<(number | null)[]>(listOf(isNullOrFinite))
  .meta({ type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } });
