import { z } from 'zod';
import { backtestLimits } from '../limit/backtest.ts';
import { API, route } from '../route.ts';
import { DAY_MS } from '../time/duration.ts';
import { BacktestDraft, BacktestDifference, BacktestFigures } from './backtest.ts';

const { maxDays } = backtestLimits;
const Id = z.number().int().positive().max(0xffff_ffff);
const Seconds = z.number().int().min(0).max(0xffff_ffff);
const named = { siteName: z.string(), customerName: z.string() };
const Shown = BacktestFigures.extend({
  sites: z.array(BacktestFigures.shape.sites.element.extend(named)),
});

export const BacktestResult = z.strictObject({
  windowSeconds: z.number(),
  from: z.number(),
  until: z.number(),
  bucketSeconds: z.number(),
  elements: z.number(),
  values: z.number(),
  windows: z.number(),
  /** Figures of the draft, without a draft of the stored alarm. */
  figures: Shown,
  /** Figures of the stored alarm, for comparison with a draft. */
  inForce: Shown.nullable(),
  difference: BacktestDifference.extend({
    sites: z.array(BacktestDifference.shape.sites.element.extend(named)),
  }).nullable(),
});
export type BacktestResult = z.infer<typeof BacktestResult>;

/** Progress of a backtest. */
export const BacktestState = z.discriminatedUnion('state', [
  /** `ahead`: running and waiting backtests before it. */
  z.strictObject({ state: z.literal('waiting'), ahead: z.int() }),
  /** `progress`: fraction of the values that is evaluated, 0 to 1; it never decreases. */
  z.strictObject({ state: z.literal('running'), progress: z.number().min(0).max(1) }),
  z.strictObject({ state: z.literal('done'), result: BacktestResult }),
]);
export type BacktestState = z.infer<typeof BacktestState>;

const PATH = `${API}/mt/cockpit/backtest`;
// Read-only: only the result is stored, for a few minutes.
const base = { scope: 'admin', needs: 'TEMPLATE.COCKPIT.read', whileReadOnly: true } as const;
const params = z.strictObject({ backtestId: z.uuid() });

/**
 * Runs an alarm definition over the stored measures of a period with the code of the engine. Takes a draft, the id of a stored
 * alarm, or both to compare them. A backtest that is not polled for two minutes is cancelled, so a closed console does not block
 * others.
 */
export const startBacktest = route({
  ...base,
  method: 'POST',
  path: PATH,
  summary: 'Start a backtest: what an alarm definition would have raised over the last days',
  bodyLimit: 1_024 * 1_024,
  body: z
    .strictObject({
      /** All customers of the user when null. */
      customer: Id.nullable(),
      /** The period is [from, to), seconds since 1970. */
      from: Seconds,
      to: Seconds,
      /** Evaluates measures of windows of this length; default: the window length of the engine. */
      windowSeconds: z.number().int().min(1).max(86_400).optional(),
      draft: BacktestDraft.optional(),
      alarm: Id.optional(),
      /** Cockpit of a new draft: its shares determine the customers. */
      cockpit: Id.optional(),
    })
    .refine(({ from, to }) => from < to, {
      path: ['from'],
      message: 'START_AFTER_END',
    })
    .refine(({ from, to }) => to - from <= (maxDays * DAY_MS) / 1_000, {
      path: ['from'],
      message: 'PERIOD_TOO_LONG',
      params: { days: maxDays },
    })
    .refine(({ draft, alarm }) => draft !== undefined || alarm !== undefined, {
      path: ['draft'],
      message: 'COCKPIT_BACKTEST_DRAFT',
    }),
  reply: z.strictObject({ id: z.uuid() }),
  problems: [
    'NOT_FOUND',
    'COCKPIT_KPI_UNKNOWN',
    'COCKPIT_BACKTEST_TOO_LARGE',
    'COCKPIT_BACKTEST_BUSY',
    'COCKPIT_BACKTEST_OWN_LIMIT',
    'UNAVAILABLE',
  ],
  noChange: 'query',
});

/** Progress, then the result for an hour, or for five minutes after it was read. Visible to the account that started it, on every server. */
export const readBacktest = route({
  ...base,
  method: 'GET',
  path: `${PATH}/:backtestId`,
  summary: 'Progress or result of a backtest',
  params,
  reply: BacktestState,
  problems: ['NOT_FOUND', 'COCKPIT_BACKTEST_ENDED', 'COCKPIT_BACKTEST_STALLED', 'UNAVAILABLE'],
});

/** Stops its query and evaluation and frees its customers for another backtest. */
export const cancelBacktest = route({
  ...base,
  method: 'DELETE',
  path: `${PATH}/:backtestId`,
  summary: 'Cancel a backtest',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'UNAVAILABLE'],
  noChange: 'query',
});
