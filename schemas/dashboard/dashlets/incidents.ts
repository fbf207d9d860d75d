import { z } from 'zod';
import { Severity } from '../../alerting/severity.ts';
import { ElementFilter } from '../../data/element-filter.ts';
import { incidentDashlet } from '../../limit/dashlet.ts';
import { dataLimits } from '../../limit/data.ts';

export const incidentParts = ['incidents', 'maintenance'] as const;

/** The incidents of the period with the times to restore, or the maintenance that availability leaves out. */
export const IncidentsSettings = z.strictObject({
  shown: z.enum(incidentParts).default('incidents'),
  /** The worst that incidents had; none: all. */
  severities: z
    .array(Severity)
    .max(Severity.options.length)
    .refine((severities) => new Set(severities).size === severities.length, { error: 'NOT_UNIQUE' })
    .default([]),
  /** Minutes within which service is to be restored. */
  restoreMinutes: z
    .int()
    .min(1)
    .max(incidentDashlet.maxRestoreMinutes)
    .default(incidentDashlet.restoreMinutes),
  /** In addition to those of the document. */
  filters: z.array(ElementFilter).max(dataLimits.maxFilters).default([]),
  maxLines: z.int().min(1).max(incidentDashlet.maxLines).default(incidentDashlet.defaultLines),
});
export type IncidentsSettings = z.infer<typeof IncidentsSettings>;
