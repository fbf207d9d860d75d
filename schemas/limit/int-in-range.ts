import { z } from 'zod';

const within = (schema: z.ZodNumber, min: number, max: number) =>
  schema
    .refine((value) => value >= min && value <= max, { error: 'OUT_OF_RANGE', params: { min, max } })
    .meta({ minimum: min, maximum: max });

/** An integer within a range; the fault carries both bounds for a localised text. */
export const intInRange = (min: number, max: number) => within(z.int('NOT_A_NUMBER'), min, max);

/** A number that is required, within a range; the fault carries both bounds. */
export const numberInRange = (min: number, max: number) => within(z.number('REQUIRED'), min, max);
