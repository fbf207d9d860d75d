import { z } from 'zod';

/** How far back the sums go. In a file of its own: addresses of the console are read before its screens are loaded. */
export const ReportPeriod = z.enum(['15m', '1h', '1d']);
export type ReportPeriod = z.infer<typeof ReportPeriod>;
