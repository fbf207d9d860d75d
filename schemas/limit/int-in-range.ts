import { z } from 'zod';

/** A whole number of a range; what lies outside is told with both bounds, in the language of the user. */
export const intInRange = (min: number, max: number) =>
  z
    .int('NOT_A_NUMBER')
    .refine((value) => value >= min && value <= max, { error: 'OUT_OF_RANGE', params: { min, max } })
    .meta({ minimum: min, maximum: max });
