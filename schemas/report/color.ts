import { z } from 'zod';

/** A colour on paper: it is the same in both themes of the console. */
export const Color = z.string().regex(/^#[\da-f]{6}$/i, 'INPUT_INVALID');
