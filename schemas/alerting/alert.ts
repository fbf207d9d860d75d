import { z } from 'zod';
import { elementKinds } from '../element/kind.ts';
import { ParentAlarm } from './dependency.ts';
import { Acknowledged, Assigned, Silenced } from './mark.ts';
import { Severity } from './severity.ts';

export const Operator = z.enum(['>', '>=', '<', '<=', '=', '!=']);
export type Operator = z.infer<typeof Operator>;

const signs: Record<Operator, string> = { '>': '>', '>=': '≥', '<': '<', '<=': '≤', '=': '=', '!=': '≠' };
export const operatorSign = (operator: Operator): string => signs[operator];

/** Numbers of running alarms of a customer. */
export const AlertCounts = z.strictObject({
  critical: z.number().int(),
  warning: z.number().int(),
  minor: z.number().int(),
  /** Neither acknowledged nor silenced, nor explained by another alarm. */
  unhandled: z.number().int(),
  /** Start of the window that raised the oldest one, seconds since 1970; null without alarms. */
  oldest: z.number().nullable(),
});
export type AlertCounts = z.infer<typeof AlertCounts>;

/** Running alarms of one definition with one severity. */
export const DefinitionCount = z.strictObject({
  alarm: z.number(),
  name: z.string(),
  severity: Severity,
  count: z.number().int(),
  unhandled: z.number().int(),
  /** As in `AlertCounts`. */
  oldest: z.number(),
});
export type DefinitionCount = z.infer<typeof DefinitionCount>;

export const SiteAlert = z.strictObject({
  site: z.number(),
  /** Worst severity of its running alarms, null without running alarms. */
  severity: Severity.nullable(),
  alarms: z.number().int(),
});
export type SiteAlert = z.infer<typeof SiteAlert>;

/** Origin of the threshold in force, nearest first. */
export const ThresholdSource = z.enum(['element', 'customer', 'alarm']);
export type ThresholdSource = z.infer<typeof ThresholdSource>;

/** The newest window that the engine decided. */
export const DecidedWindow = z.strictObject({
  /** Start, seconds since 1970, and length in seconds. */
  start: z.number(),
  length: z.number(),
  /** When the engine decided it, milliseconds since 1970. */
  decided: z.number(),
});
export type DecidedWindow = z.infer<typeof DecidedWindow>;

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
  /** The device of the element, or the element itself; absent: it belongs to none. */
  deviceName: z.string().optional(),
  elementKind: z.enum(elementKinds),
  /** Names of the locations that the alarm definition selects, nearest first; absent: none. */
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
  /** When the engine decided that window, milliseconds since 1970. Absent for a past time. */
  decided: z.number().optional(),
  /** Start of the window that raised, seconds since 1970. */
  since: z.number(),
  /**
   * Start of the first of the windows without a value up to the newest, seconds since 1970: the row has *no data*. Absent if the
   * newest window has a value.
   */
  noDataSince: z.number().optional(),
  /**
   * Present while fewer than `outliers` of the windows are outliers and the alarm still runs: it clears once `good` reaches
   * `clearAfter`. `good` stays as it is while missing data keeps the state.
   */
  held: z.strictObject({ good: z.number().int(), clearAfter: z.number().int() }).optional(),
  /** Raises in a row that each followed a clear within an hour. Absent without any. */
  flaps: z.number().int().optional(),
  /** The running alarm that explains this one; absent: none. */
  parent: ParentAlarm.optional(),
  /** Absent without an acknowledgement, a silence or an assignment. */
  acknowledged: Acknowledged.optional(),
  silenced: Silenced.optional(),
  assigned: Assigned.optional(),
});
export type AlarmRow = z.infer<typeof AlarmRow>;

/** State of the running alarms of one customer in the engine. */
export const AlertState = z.strictObject({
  customer: z.number(),
  epoch: z.string(),
  /** The topics `alert` and `count` are numbered separately. */
  seq: z.strictObject({ alert: z.number(), count: z.number() }),
  at: z.number(),
  window: DecidedWindow.optional(),
  counts: AlertCounts,
  byAlarm: z.array(DefinitionCount),
  sites: z.array(SiteAlert),
  alarms: z.array(AlarmRow),
});
export type AlertState = z.infer<typeof AlertState>;

/** What is known of a customer in addition to its rows. */
export const AlertHead = AlertState.omit({ customer: true, sites: true, alarms: true });
export type AlertHead = z.infer<typeof AlertHead>;

/** A part of the state of a customer: the first one has the head. */
export const AlertStatePart = z.strictObject({
  customer: z.number(),
  head: AlertHead.optional(),
  sites: z.array(SiteAlert),
  alarms: z.array(AlarmRow),
});
export type AlertStatePart = z.infer<typeof AlertStatePart>;

/** A message of the reply with the state of a partition. Pages are numbered from 0. */
export const AlertStatePage = z.strictObject({
  page: z.number().int(),
  isLast: z.boolean(),
  parts: z.array(AlertStatePart),
});
export type AlertStatePage = z.infer<typeof AlertStatePage>;

/** An engine has taken over a partition: the numbers of its deltas start over. */
export const EngineReady = z.strictObject({ partition: z.number().int(), epoch: z.string() });
export type EngineReady = z.infer<typeof EngineReady>;

/**
 * Transition of an alarm instance; `change`: the severity of its definition changed while it runs; `explain` and `unexplain`: from now
 * on another alarm explains it, or none does any more.
 */
export const AlarmTransition = z.enum([
  'raise',
  'clear',
  'change',
  'acknowledge',
  'unacknowledge',
  'assign',
  'unassign',
  'silence',
  'unsilence',
  'explain',
  'unexplain',
]);
export type AlarmTransition = z.infer<typeof AlarmTransition>;

/** The measures that raised or cleared an alarm, stored with the event. */
export const Evidence = z.strictObject({
  operator: Operator,
  threshold: z.number(),
  thresholdFrom: ThresholdSource,
  outliers: z.number().int(),
  measures: z.number().int(),
  length: z.number(),
  /** Start of the window that raised, seconds since 1970. Absent for `acknowledge`, `silence`, `assign` and their ends. */
  since: z.number().optional(),
  windows: z.array(
    z.strictObject({
      at: z.number(),
      value: z.number().nullable(),
      numerator: z.number().nullable(),
      denominator: z.number().nullable(),
      outlier: z.boolean(),
    }),
  ),
  /** Present for `acknowledge` and `unacknowledge`, which have no windows. */
  acknowledged: Acknowledged.optional(),
  /** Present for `silence` and `unsilence`, which have no windows. */
  silenced: Silenced.optional(),
  /** Present for `assign`, and for `unassign` the assignment that ended. */
  assigned: Assigned.optional(),
  /** Of a raise or change: the alarm that explains it; of `unexplain`: the one that did. */
  parent: ParentAlarm.optional(),
  /** User who removed it. */
  endedBy: z.string().optional(),
});
export type Evidence = z.infer<typeof Evidence>;
