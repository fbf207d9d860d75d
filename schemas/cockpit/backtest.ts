import { z } from 'zod';
import { Operator } from '../alerting/alert.ts';
import { Severity } from '../alerting/severity.ts';
import { elementKinds } from '../element/kind.ts';
import { KpiKeyText } from '../kpi/key.ts';
import { backtestLimits } from '../limit/backtest.ts';

const { maxThresholds } = backtestLimits;
const Id = z.number().int().positive().max(0xffff_ffff);
const Seconds = z.number().int().min(0).max(0xffff_ffff);
const WindowSeconds = z.number().int().min(1).max(86_400);

/** In place of the alarm's threshold; that of the element wins over that of the customer. */
const Thresholds = z.strictObject({
  customers: z.array(z.strictObject({ customer: Id, value: z.number() })).max(maxThresholds),
  elements: z.array(z.strictObject({ element: Id, value: z.number() })).max(maxThresholds),
});

const rule = {
  kpi: KpiKeyText,
  /** Kind of element; left out: that of the KPI of the library. */
  target: z.enum(elementKinds).optional(),
  operator: Operator,
  threshold: z.number(),
  outliers: z.number().int().min(1).max(32),
  measures: z.number().int().min(1).max(32),
};

/** A definition that is not stored (yet). Without thresholds of its own it has those of the alarm that it is to replace. */
export const BacktestDraft = z
  .strictObject({ ...rule, severity: Severity, thresholds: Thresholds.optional() })
  .refine(({ outliers, measures }) => outliers <= measures, {
    path: ['outliers'],
    message: 'the outliers cannot be more than the measures',
  });
export type BacktestDraft = z.infer<typeof BacktestDraft>;

/** What an engine is asked for, by partition: definitions in full, so that it runs the draft that the user sees. */
export const BacktestJob = z.strictObject({
  customers: z.array(Id),
  /** Of these customers; each partition looks at its own. */
  partitions: z.array(z.int().min(0)),
  /** Customers of whom these sites only are looked at. */
  within: z.array(z.strictObject({ customer: Id, sites: z.array(Id) })).optional(),
  from: Seconds,
  to: Seconds,
  windowSeconds: WindowSeconds.optional(),
  /** One, or the draft and the one in force. */
  rules: z
    .array(
      z.strictObject({
        ...rule,
        thresholds: Thresholds,
        /** Customers that its cockpit is shared with; left out: every customer. */
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
  /** Elements that were in alarm. */
  elements: z.number(),
});

/** What one definition would have done. */
export const BacktestFigures = z.strictObject({
  raises: z.number(),
  clears: z.number(),
  /** Raises within an hour after the clear before. */
  flaps: z.number(),
  minutes: z.number(),
  /** Elements that were in alarm. */
  elements: z.number(),
  /** Alarms that run when the period ends. */
  running: z.number(),
  /** The worst sites by minutes in alarm. */
  sites: z.array(SiteFigures),
  timeline: z.array(
    z.strictObject({ at: z.number(), raises: z.number(), clears: z.number(), minutes: z.number() }),
  ),
});
export type BacktestFigures = z.infer<typeof BacktestFigures>;

/** The draft against the definition in force. */
export const BacktestDifference = z.strictObject({
  /** Alarms of the draft at no time of which the other one ran, and the reverse. */
  gained: z.number(),
  lost: z.number(),
  bothMinutes: z.number(),
  draftMinutes: z.number(),
  inForceMinutes: z.number(),
  /** Sites whose minutes differ most. */
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
  /** Length of a window, the start of the first and the end of the last one looked at: the newest windows may not be stored yet. */
  windowSeconds: z.number(),
  from: z.number(),
  until: z.number(),
  bucketSeconds: z.number(),
  /** Elements of the kind that the KPI measures, and the part of their windows that has a value, 0 to 1. */
  elements: z.number(),
  values: z.number(),
  windows: z.number(),
  /** In the order of the rules. */
  figures: z.array(BacktestFigures),
  difference: BacktestDifference.nullable(),
});
export type BacktestOutcome = z.infer<typeof BacktestOutcome>;
