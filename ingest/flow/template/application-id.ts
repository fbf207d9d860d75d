import { WITH_ENTERPRISE } from '#schemas/application/device-application.ts';

const ENTERPRISE_BYTES = 4;
/** What the column takes of a selector. */
const SELECTOR_BYTES = 4;

/**
 * How many bytes at the end of an application id of `length` bytes are its selector. Exporters leave leading zeroes out (RFC
 * 6759 §4), so selectors of any length are compared as numbers.
 */
export function selectorBytes(engine: number, length: number): number {
  const before = hasEnterprise(engine, length) ? 1 + ENTERPRISE_BYTES : 1;
  return Math.min(length - before, SELECTOR_BYTES);
}

/** The number of an enterprise stands behind the engine, in four bytes. */
export const hasEnterprise = (engine: number, length: number): boolean =>
  engine === WITH_ENTERPRISE && length > 1 + ENTERPRISE_BYTES;

/** Lengths of ids that are believed. */
export const isApplicationId = (length: number): boolean => length >= 2 && length <= 16;

/** Class engine, past those of RFC 6759, of applications that a device names without a number. */
export const NAMED_ENGINE = 257;
