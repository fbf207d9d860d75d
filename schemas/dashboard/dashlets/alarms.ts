import { z } from 'zod';
import { Severity } from '../../alerting/severity.ts';
import { ElementFilter } from '../../data/element-filter.ts';
import { alarmDashlet } from '../../limit/dashlet.ts';
import { dataLimits } from '../../limit/data.ts';

/** The running alarms of what the document shows, the worst first. */
export const AlarmsSettings = z.strictObject({
  /** None: all. */
  severities: z
    .array(Severity)
    .max(Severity.options.length)
    .refine((severities) => new Set(severities).size === severities.length, { error: 'NOT_UNIQUE' })
    .default([]),
  /** Without those that are acknowledged, silenced or explained by another alarm. */
  onlyUnhandled: z.boolean().default(false),
  /** In addition to those of the document. */
  filters: z.array(ElementFilter).max(dataLimits.maxFilters).default([]),
  maxLines: z.int().min(1).max(alarmDashlet.maxLines).default(alarmDashlet.defaultLines),
});
export type AlarmsSettings = z.infer<typeof AlarmsSettings>;
