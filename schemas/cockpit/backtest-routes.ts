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
  /** Of the draft when one was given, else of the stored alarm. */
  figures: Shown,
  /** Of the stored alarm beside a draft. */
  inForce: Shown.nullable(),
  difference: BacktestDifference.extend({
    sites: z.array(BacktestDifference.shape.sites.element.extend(named)),
  }).nullable(),
});
export type BacktestResult = z.infer<typeof BacktestResult>;

/** How far a backtest is. */
export const BacktestState = z.discriminatedUnion('state', [
  /** `ahead`: how many others run or wait before it. */
  z.strictObject({ state: z.literal('waiting'), ahead: z.int() }),
  /** `progress`: the part of the values that was looked at, 0 to 1; it never falls. */
  z.strictObject({ state: z.literal('running'), progress: z.number().min(0).max(1) }),
  z.strictObject({ state: z.literal('done'), result: BacktestResult }),
]);
export type BacktestState = z.infer<typeof BacktestState>;

const PATH = `${API}/mt/cockpit/backtest`;
// Reads only: what it stores is its own result, for a few minutes.
const base = { scope: 'admin', needs: 'TEMPLATE.COCKPIT.read', whileReadOnly: true } as const;
const params = z.strictObject({ backtestId: z.uuid() });

/**
 * Begins to run a definition over the stored measures of a period, with the code of the engine. Give a draft, the id of a stored
 * alarm, or both: the draft is then compared with the alarm as it is stored. It ends by itself when nobody asks for it for ten
 * seconds, so a console that is closed or cut off holds up nobody.
 */
export const startBacktest = route({
  ...base,
  method: 'POST',
  path: PATH,
  summary: 'Begins to find out what an alarm definition would have raised over the last days',
  bodyLimit: 1_024 * 1_024,
  body: z
    .strictObject({
      /** All customers of the user when null. */
      customer: Id.nullable(),
      /** The period is [from, to), seconds since 1970. */
      from: Seconds,
      to: Seconds,
      /** Only measures of windows of this length count; those of the engine's own length when not given. */
      windowSeconds: z.number().int().min(1).max(86_400).optional(),
      draft: BacktestDraft.optional(),
      alarm: Id.optional(),
      /** Of a draft that takes no alarm's place: the cockpit that it is for. It concerns the customers that this is shared with. */
      cockpit: Id.optional(),
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
  reply: z.strictObject({ id: z.uuid() }),
  problems: [
    'NOT_FOUND',
    'COCKPIT_KPI_UNKNOWN',
    'COCKPIT_BACKTEST_TOO_LARGE',
    'COCKPIT_BACKTEST_BUSY',
    'UNAVAILABLE',
  ],
  noChange: 'question',
});

/** How far it is, and in the end its result, for five minutes. Known to who began it, on every page and server. */
export const readBacktest = route({
  ...base,
  method: 'GET',
  path: `${PATH}/:backtestId`,
  summary: 'How far a backtest is, or its result',
  params,
  reply: BacktestState,
  problems: ['NOT_FOUND', 'TIMED_OUT', 'UNAVAILABLE'],
});

/** Ends it: its query and its evaluation stop, and its customers are free for another one. */
export const cancelBacktest = route({
  ...base,
  method: 'DELETE',
  path: `${PATH}/:backtestId`,
  summary: 'Ends a backtest',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'UNAVAILABLE'],
  noChange: 'question',
});
