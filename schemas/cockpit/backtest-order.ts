import { z } from 'zod';
import { BacktestJob, BacktestOutcome } from './backtest.ts';

const key = { id: z.uuid(), account: z.int() };
const Params = z.record(z.string(), z.union([z.string(), z.number()]));

/** Orders from a server to the engine that owns a partition. A job is visible only to the account that started it. */
export const BacktestOrder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('start'), ...key, job: BacktestJob }),
  z.strictObject({ kind: z.literal('poll'), ...key }),
  z.strictObject({ kind: z.literal('cancel'), ...key }),
]);
export type BacktestOrder = z.infer<typeof BacktestOrder>;

/** Reply to `start` and `cancel`. */
export const BacktestReply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true) }),
  z.strictObject({
    ok: z.literal(false),
    code: z.enum([
      'COCKPIT_BACKTEST_TOO_LARGE',
      'COCKPIT_BACKTEST_BUSY',
      'COCKPIT_BACKTEST_OWN_LIMIT',
      'NOT_FOUND',
      'UNAVAILABLE',
    ]),
    params: Params,
  }),
]);
export type BacktestReply = z.infer<typeof BacktestReply>;

/** All partitions of the job, including this one. */
const partitions = z.array(z.int());

/** Reply to `poll`: progress on one partition. */
export const BacktestStatus = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('unknown') }),
  /** `ahead`: running and waiting backtests before it; `total` and `done` count values. */
  z.strictObject({ state: z.literal('waiting'), partitions, ahead: z.int(), total: z.int() }),
  z.strictObject({ state: z.literal('running'), partitions, done: z.int(), total: z.int() }),
  z.strictObject({
    state: z.literal('done'),
    partitions,
    customers: z.array(z.int()),
    total: z.int(),
    outcome: BacktestOutcome,
  }),
  z.strictObject({
    state: z.literal('failed'),
    partitions,
    code: z.enum(['COCKPIT_BACKTEST_STALLED', 'COCKPIT_BACKTEST_ENDED', 'UNAVAILABLE']),
    params: Params,
  }),
]);
export type BacktestStatus = z.infer<typeof BacktestStatus>;
