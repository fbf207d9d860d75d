import { z } from 'zod';

/** A set without a template: only for templates, in addition to the rejection reasons. */
export const TEMPLATE_MISSING = 'template unknown';

/** Statistics of one template in a period. Times are milliseconds since 1970. */
export const TemplateReport = z.strictObject({
  id: z.int(),
  /** `unknown`: data arrived without the template. */
  kind: z.enum(['data', 'options', 'unknown']),
  fields: z.int(),
  /** Since when the collector has this definition, 0: never. */
  since: z.number(),
  records: z.number(),
  bytes: z.number(),
  /** In the newest minute. */
  recordsPerSecond: z.number(),
  /** Time of the newest data set, 0: none. */
  lastExport: z.number(),
  /** Rejections by reason. */
  errors: z.record(z.string(), z.number()),
});
export type TemplateReport = z.infer<typeof TemplateReport>;
