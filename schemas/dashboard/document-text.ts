import { z } from 'zod';
import { dashboardLimits } from '../limit/dashboard.ts';

/** One line without control characters: PostgreSQL cannot store NUL. */
export const documentText = (max: number = dashboardLimits.titleMax) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'CONTROL_CHARACTER')
    .default('');
