import { z } from 'zod';
import { elementKinds } from '../element/kind.ts';
import { Acknowledged, Silenced } from './mark.ts';
import { Severity } from './severity.ts';

export const Operator = z.enum(['>', '>=', '<', '<=', '=', '!=']);
export type Operator = z.infer<typeof Operator>;

const signs: Record<Operator, string> = { '>': '>', '>=': '≥', '<': '<', '<=': '≤', '=': '=', '!=': '≠' };
export const operatorSign = (operator: Operator): string => signs[operator];

/** Running alarms of a customer. */
export const AlertCounts = z.strictObject({ critical: z.number().int(), warning: z.number().int() });
export type AlertCounts = z.infer<typeof AlertCounts>;

export const SiteAlert = z.strictObject({
  site: z.number(),
  /** Worst severity among its running alarms, null when none runs. */
  severity: Severity.nullable(),
  alarms: z.number().int(),
});
export type SiteAlert = z.infer<typeof SiteAlert>;

/** Where the threshold in force came from, nearest first. */
export const ThresholdSource = z.enum(['element', 'customer', 'alarm']);
export type ThresholdSource = z.infer<typeof ThresholdSource>;

/** A running alarm: one definition on one element. */
export const AlarmRow = z.strictObject({
  /** `<alarm>:<element>`. */
  id: z.string(),
  alarm: z.number(),
  name: z.string(),
  kpi: z.string(),
  severity: Severity,
  site: z.number(),
  siteName: z.string(),
  element: z.number(),
  elementName: z.string(),
  elementKind: z.enum(elementKinds),
  /** Names of the places that the element is in, as far as its alarm names them, nearest first; absent: none. */
  topology: z.array(z.string()).optional(),
  operator: Operator,
  threshold: z.number(),
  thresholdFrom: ThresholdSource,
  /** Raised when at least `outliers` of the last `measures` windows satisfy operator and threshold. */
  outliers: z.number().int(),
  measures: z.number().int(),
  /** The last `measures` values, oldest first, null where a window had none. */
  recent: z.array(z.number().nullable()),
  /** Start of the newest of these windows, and the length of one, in seconds. */
  window: z.number(),
  length: z.number(),
  /** Start of the window that raised, seconds since 1970. */
  since: z.number(),
  /** Absent when nobody takes care of it, and when no silence holds. */
  acknowledged: Acknowledged.optional(),
  silenced: Silenced.optional(),
});
export type AlarmRow = z.infer<typeof AlarmRow>;

/** Everything the engine knows of the running alerts of one customer. */
export const AlertState = z.strictObject({
  customer: z.number(),
  epoch: z.string(),
  /** Per topic: `alert` and `count` are numbered on their own. */
  seq: z.strictObject({ alert: z.number(), count: z.number() }),
  at: z.number(),
  counts: AlertCounts,
  byAlarm: z.array(z.strictObject({ alarm: z.number(), name: z.string(), count: z.number() })),
  sites: z.array(SiteAlert),
  alarms: z.array(AlarmRow),
});
export type AlertState = z.infer<typeof AlertState>;

/** What happens to an alarm on an element; `change`: while it runs, its definition has another severity. */
export const AlarmTransition = z.enum([
  'raise',
  'clear',
  'change',
  'acknowledge',
  'unacknowledge',
  'silence',
  'unsilence',
]);
export type AlarmTransition = z.infer<typeof AlarmTransition>;

/** Why an alarm was raised or cleared: kept with the event, shown by the drawer. */
export const Evidence = z.strictObject({
  operator: Operator,
  threshold: z.number(),
  thresholdFrom: ThresholdSource,
  outliers: z.number().int(),
  measures: z.number().int(),
  length: z.number(),
  windows: z.array(
    z.strictObject({
      at: z.number(),
      value: z.number().nullable(),
      numerator: z.number().nullable(),
      denominator: z.number().nullable(),
      outlier: z.boolean(),
    }),
  ),
  /** Of an `acknowledge`, and of the one that an `unacknowledge` ends; such events have no windows. */
  acknowledged: Acknowledged.optional(),
  /** Of a `silence`, and of the one that an `unsilence` ends; such events have no windows. */
  silenced: Silenced.optional(),
  /** Who took it back. */
  endedBy: z.string().optional(),
});
export type Evidence = z.infer<typeof Evidence>;
