import { z } from 'zod';

/** An integer within a range; the fault carries both bounds for a localised text. */
export const intInRange = (min: number, max: number) =>
  z
    .int('NOT_A_NUMBER')
    .refine((value) => value >= min && value <= max, { error: 'OUT_OF_RANGE', params: { min, max } })
    .meta({ minimum: min, maximum: max });
