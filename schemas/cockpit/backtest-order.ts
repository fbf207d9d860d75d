import { z } from 'zod';
import { BacktestJob, BacktestOutcome } from './backtest.ts';

const key = { id: z.uuid(), account: z.int() };
const Params = z.record(z.string(), z.union([z.string(), z.number()]));

/** What a server asks of the engine that owns a partition. A job is known to who asked for it only. */
export const BacktestOrder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('start'), ...key, job: BacktestJob }),
  z.strictObject({ kind: z.literal('poll'), ...key }),
  z.strictObject({ kind: z.literal('cancel'), ...key }),
]);
export type BacktestOrder = z.infer<typeof BacktestOrder>;

/** Answer to `start` and to `end`. */
export const BacktestReply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true) }),
  z.strictObject({
    ok: z.literal(false),
    code: z.enum(['COCKPIT_BACKTEST_TOO_LARGE', 'COCKPIT_BACKTEST_BUSY', 'NOT_FOUND', 'UNAVAILABLE']),
    params: Params,
  }),
]);
export type BacktestReply = z.infer<typeof BacktestReply>;

/** Partitions that the same job was given to, this one included. */
const partitions = z.array(z.int());

/** Answer to `look`: how far the part of one partition is. */
export const BacktestStatus = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('unknown') }),
  /** `ahead`: how many others run or wait before it; `total` and `done` in values. */
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
    code: z.enum(['TIMED_OUT', 'UNAVAILABLE']),
    params: Params,
  }),
]);
export type BacktestStatus = z.infer<typeof BacktestStatus>;
