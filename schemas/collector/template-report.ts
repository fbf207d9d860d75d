import { z } from 'zod';

/** A set came whose template never did: of templates alone, beside the reasons of refusals. */
export const TEMPLATE_MISSING = 'template unknown';

/** What collectors saw of one template in a period. Times in milliseconds since 1970. */
export const TemplateReport = z.strictObject({
  id: z.int(),
  /** `unknown`: its data came, and the template did not. */
  kind: z.enum(['data', 'options', 'unknown']),
  fields: z.int(),
  /** Since when the collector knows it as it is, 0 when it does not. */
  since: z.number(),
  records: z.number(),
  bytes: z.number(),
  /** Of the newest minute. */
  recordsPerSecond: z.number(),
  /** The newest data set, 0 when none came. */
  lastExport: z.number(),
  /** What was refused, by reason. */
  errors: z.record(z.string(), z.number()),
});
export type TemplateReport = z.infer<typeof TemplateReport>;
