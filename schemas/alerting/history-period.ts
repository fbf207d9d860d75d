import { z } from 'zod';
import { historyLimits } from '../limit/history.ts';
import { DAY_MS } from '../time/duration.ts';
import { historySeconds } from './past-routes.ts';
import { Severity } from './severity.ts';

const { maxChosen, maxDays } = historyLimits;
const MAX_SECONDS = (maxDays * DAY_MS) / 1_000;

const Texts = z.string().transform((text) => text.split(','));
const Ids = Texts.pipe(z.array(z.coerce.number<string>().int().positive().max(0xffff_ffff)).max(maxChosen));
const Severities = Texts.pipe(z.array(z.string().pipe(Severity)).max(maxChosen));

/** The period is [from, to). Values of a comma-separated list are alternatives; all filters must match. */
export const historyPeriod = {
  from: historySeconds,
  to: historySeconds,
  severity: Severities.optional(),
  site: Ids.optional(),
  alarm: Ids.optional(),
};
interface Period {
  readonly from: number;
  readonly to: number;
}
const isPeriod = ({ from, to }: Period): boolean => from < to;
const isShort = ({ from, to }: Period): boolean => to - from <= MAX_SECONDS;
const wrongOrder = { path: ['from'], message: 'START_AFTER_END' };
const tooLong = { path: ['from'], message: 'PERIOD_TOO_LONG', params: { days: maxDays } };

/** Rejects a period that ends before it starts, or that is longer than `maxDays`. */
export const withinHistory = <Schema extends z.ZodType<Period>>(query: Schema) =>
  query.refine(isPeriod, wrongOrder).refine(isShort, tooLong);
