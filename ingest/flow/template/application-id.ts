import { WITH_ENTERPRISE } from '#schemas/application/device-application.ts';

const ENTERPRISE_BYTES = 4;
/** Selector bytes that fit into the column. */
const SELECTOR_BYTES = 4;

/**
 * Number of selector bytes at the end of an application id of `length` bytes. Exporters omit leading zeroes (RFC 6759
 * §4), so selectors are compared as numbers.
 */
export function selectorBytes(engine: number, length: number): number {
  const before = hasEnterprise(engine, length) ? 1 + ENTERPRISE_BYTES : 1;
  return Math.min(length - before, SELECTOR_BYTES);
}

/** Whether an enterprise number of four bytes follows the engine. */
export const hasEnterprise = (engine: number, length: number): boolean =>
  engine === WITH_ENTERPRISE && length > 1 + ENTERPRISE_BYTES;

/** Whether the length is plausible for an application id. */
export const isApplicationId = (length: number): boolean => length >= 2 && length <= 16;

/** Classification engine outside those of RFC 6759, for applications a device only names. */
export const NAMED_ENGINE = 257;
