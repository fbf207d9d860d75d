import { z } from 'zod';

/** Within these bounds, both included, customers set the threshold of an alarm themselves. In the unit of its KPI. */
export const CustomerBounds = z.strictObject({ min: z.number(), max: z.number() });
export type CustomerBounds = z.infer<typeof CustomerBounds>;

export const isWithin = (value: number, { min, max }: CustomerBounds): boolean =>
  value >= min && value <= max;

/**
 * Returns the threshold in force of the value that a customer has set: the nearest one that the alarm allows now. Undefined if the
 * alarm allows none or the customer has set none.
 */
export const allowedThreshold = (
  value: number | undefined,
  bounds: CustomerBounds | undefined,
): number | undefined =>
  value === undefined || bounds === undefined ? undefined : Math.min(bounds.max, Math.max(bounds.min, value));

/** The bounds as columns of the alarm; both null: customers set no threshold. */
export const customerBoundsOf = (row: {
  readonly bound_min: number | null;
  readonly bound_max: number | null;
}): CustomerBounds | undefined =>
  row.bound_min === null || row.bound_max === null ? undefined : { min: row.bound_min, max: row.bound_max };
