import { z } from 'zod';
import { Operator, Severity } from '../alerting/alert.ts';
import { KpiKeyText } from '../kpi/key.ts';
import { backtestLimits } from '../limit/backtest.ts';
import { API, route } from '../route.ts';
import { DAY_MS } from '../time/duration.ts';

const { maxDays, maxThresholds } = backtestLimits;
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
  operator: Operator,
  threshold: z.number(),
  outliers: z.number().int().min(1).max(32),
  measures: z.number().int().min(1).max(32),
};

/** A definition that is not stored (yet). Without thresholds of its own it has those of the alarm that it is to replace. */
export const AlarmDraft = z
  .strictObject({ ...rule, severity: Severity, thresholds: Thresholds.optional() })
  .refine(({ outliers, measures }) => outliers <= measures, {
    path: ['outliers'],
    message: 'the outliers cannot be more than the measures',
  });
export type AlarmDraft = z.infer<typeof AlarmDraft>;

/** What an engine is asked for, by partition: definitions in full, so that it runs the draft that the user sees. */
export const BacktestJob = z.strictObject({
  customers: z.array(Id),
  /** Customers of whom these sites only are looked at. */
  within: z.array(z.strictObject({ customer: Id, sites: z.array(Id) })).optional(),
  from: Seconds,
  to: Seconds,
  windowSeconds: WindowSeconds.optional(),
  /** One, or the draft and the one in force. */
  rules: z
    .array(z.strictObject({ ...rule, thresholds: Thresholds }))
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
  /** Length of a window, and the end of the last one looked at: the newest windows may not be stored yet. */
  windowSeconds: z.number(),
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

export const BacktestReply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), outcome: BacktestOutcome }),
  z.strictObject({
    ok: z.literal(false),
    code: z.enum(['COCKPIT_BACKTEST_TOO_LARGE', 'COCKPIT_BACKTEST_BUSY', 'TIMED_OUT', 'UNAVAILABLE']),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);
export type BacktestReply = z.infer<typeof BacktestReply>;

const named = { siteName: z.string(), customerName: z.string() };
const Shown = BacktestFigures.extend({ sites: z.array(SiteFigures.extend(named)) });

/**
 * Runs a definition over the stored measures of a period, with the code of the engine. Give a draft, the id of a stored alarm,
 * or both: the draft is then compared with the alarm as it is stored.
 */
export const runBacktest = route({
  method: 'POST',
  path: `${API}/mt/cockpit/backtest`,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'What an alarm definition would have raised over the last days',
  // Reads only.
  whileReadOnly: true,
  bodyLimit: 1_024 * 1_024,
  body: z
    .strictObject({
      /** All customers of the user when null. */
      customer: Id.nullable(),
      /** The period is [from, to), seconds since 1970. */
      from: Seconds,
      to: Seconds,
      /** Only measures of windows of this length count; those of the engine's own length when not given. */
      windowSeconds: WindowSeconds.optional(),
      draft: AlarmDraft.optional(),
      alarm: Id.optional(),
    })
    .refine(({ from, to }) => from < to, {
      path: ['from'],
      message: 'the period must begin before it ends',
    })
    .refine(({ from, to }) => to - from <= (maxDays * DAY_MS) / 1_000, {
      path: ['from'],
      message: `the period has at most ${String(maxDays)} days`,
    })
    .refine(({ draft, alarm }) => draft !== undefined || alarm !== undefined, {
      path: ['draft'],
      message: 'a draft or an alarm is needed',
    }),
  reply: z.strictObject({
    windowSeconds: z.number(),
    from: z.number(),
    until: z.number(),
    bucketSeconds: z.number(),
    elements: z.number(),
    values: z.number(),
    windows: z.number(),
    /** Of the draft when one was given, else of the stored alarm. */
    figures: Shown,
    /** Of the stored alarm beside a draft. */
    inForce: Shown.nullable(),
    difference: BacktestDifference.extend({
      sites: z.array(BacktestDifference.shape.sites.element.extend(named)),
    }).nullable(),
  }),
  problems: [
    'NOT_FOUND',
    'COCKPIT_KPI_UNKNOWN',
    'COCKPIT_BACKTEST_TOO_LARGE',
    'COCKPIT_BACKTEST_BUSY',
    'TIMED_OUT',
    'UNAVAILABLE',
  ],
});
