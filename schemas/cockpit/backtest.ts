import { z } from 'zod';
import { Operator } from '../alerting/alert.ts';
import { Severity } from '../alerting/severity.ts';
import { elementKinds } from '../element/kind.ts';
import { KpiKeyText } from '../kpi/key.ts';
import { backtestLimits } from '../limit/backtest.ts';
import { SeverityLevels } from './level/severity-levels.ts';
import { clearingFields } from './clearing.ts';

const { maxThresholds } = backtestLimits;
const Id = z.number().int().positive().max(0xffff_ffff);
const Seconds = z.number().int().min(0).max(0xffff_ffff);
const WindowSeconds = z.number().int().min(1).max(86_400);

/** Override the threshold of the alarm; an element takes precedence over its customer. */
const Thresholds = z.strictObject({
  customers: z.array(z.strictObject({ customer: Id, value: z.number() })).max(maxThresholds),
  elements: z.array(z.strictObject({ element: Id, value: z.number() })).max(maxThresholds),
});

const rule = {
  kpi: KpiKeyText,
  /** Kind of element; absent: that of the KPI. */
  target: z.enum(elementKinds).optional(),
  operator: Operator,
  threshold: z.number(),
  severity: Severity,
  levels: SeverityLevels.optional(),
  outliers: z.number().int().min(1).max(32),
  measures: z.number().int().min(1).max(32),
  /** Acknowledgements do not affect the result. */
  clearAfter: clearingFields.clearAfter,
  noDataMinutes: clearingFields.noDataMinutes,
};

/** A definition that is not stored. Without thresholds it uses those of the alarm it replaces. */
export const BacktestDraft = z
  .strictObject({ ...rule, thresholds: Thresholds.optional() })
  .refine(({ outliers, measures }) => outliers <= measures, {
    path: ['outliers'],
    message: 'OUTLIERS_OVER_MEASURES',
  });
export type BacktestDraft = z.infer<typeof BacktestDraft>;

/** Work for one partition, with complete definitions so that the engine runs exactly the draft of the user. */
export const BacktestJob = z.strictObject({
  customers: z.array(Id),
  /** Customers of the partition. */
  partitions: z.array(z.int().min(0)),
  /** Restrictions to sites by customer. */
  within: z.array(z.strictObject({ customer: Id, sites: z.array(Id) })).optional(),
  from: Seconds,
  to: Seconds,
  windowSeconds: WindowSeconds.optional(),
  /** One rule, or the draft and the stored rule. */
  rules: z
    .array(
      z.strictObject({
        ...rule,
        thresholds: Thresholds,
        /** Customers that its cockpit is shared with; absent: every customer. */
        customers: z.array(Id).optional(),
      }),
    )
    .min(1)
    .max(2),
});
export type BacktestJob = z.infer<typeof BacktestJob>;
export type BacktestRule = BacktestJob['rules'][number];

const SiteFigures = z.strictObject({
  customer: z.number(),
  site: z.number(),
  raises: z.number(),
  minutes: z.number(),
  /** Number of elements with an alarm. */
  elements: z.number(),
});

/** Result of one definition. */
export const BacktestFigures = z.strictObject({
  raises: z.number(),
  clears: z.number(),
  /** Raises within an hour after the previous clear. */
  flaps: z.number(),
  minutes: z.number(),
  /** Elements that were in alarm. */
  elements: z.number(),
  /** Alarms running at the end of the period. */
  running: z.number(),
  /** Raises that another alarm explains: they are not notified while it does. */
  explained: z.number(),
  /** Incidents that its alarms are, by site and time (`group-incidents.ts`). */
  incidents: z.number(),
  /** Of a definition with several severities, the mildest first: how often each was reached, and for how long. Else empty. */
  severities: z.array(z.strictObject({ severity: Severity, reached: z.number(), minutes: z.number() })),
  /** Sites with the most minutes in alarm. */
  sites: z.array(SiteFigures),
  timeline: z.array(
    z.strictObject({ at: z.number(), raises: z.number(), clears: z.number(), minutes: z.number() }),
  ),
});
export type BacktestFigures = z.infer<typeof BacktestFigures>;

/** Comparison of the draft with the stored definition. */
export const BacktestDifference = z.strictObject({
  /** Alarms of the draft that never overlap one of the stored definition, and the reverse. */
  gained: z.number(),
  lost: z.number(),
  bothMinutes: z.number(),
  draftMinutes: z.number(),
  inForceMinutes: z.number(),
  /** Sites with the largest difference in minutes. */
  sites: z.array(
    z.strictObject({
      customer: z.number(),
      site: z.number(),
      draftMinutes: z.number(),
      inForceMinutes: z.number(),
    }),
  ),
});
export type BacktestDifference = z.infer<typeof BacktestDifference>;

export const BacktestOutcome = z.strictObject({
  /** Length of a window, start of the first and end of the last evaluated one: the newest windows may not be stored yet. */
  windowSeconds: z.number(),
  from: z.number(),
  until: z.number(),
  bucketSeconds: z.number(),
  /** Elements that the KPI measures, and the fraction of their windows with a value, 0 to 1. */
  elements: z.number(),
  values: z.number(),
  windows: z.number(),
  /** In rule order. */
  figures: z.array(BacktestFigures),
  difference: BacktestDifference.nullable(),
});
export type BacktestOutcome = z.infer<typeof BacktestOutcome>;
