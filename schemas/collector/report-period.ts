import { z } from 'zod';

/** Periods of the statistics. A separate file, since the console parses addresses before it loads screens. */
export const ExporterPeriod = z.enum(['15m', '1h', '1d']);
export type ExporterPeriod = z.infer<typeof ExporterPeriod>;
