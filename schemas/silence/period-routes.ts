import { z } from 'zod';
import { SeriesPeriod } from '../kpi/series.ts';
import { historyLimits } from '../limit/history.ts';
import { API, route } from '../route.ts';
import { DAY_MS, SECOND_MS } from '../time/duration.ts';

const MAX_SECONDS = (historyLimits.maxDays * DAY_MS) / SECOND_MS;

/** A time in which a silence is active. */
export const SilencePeriod = z.strictObject({
  silence: z.number(),
  reason: z.string(),
  maintenance: z.boolean(),
  /** Milliseconds since 1970; null: no end. */
  from: z.number(),
  until: z.number().nullable(),
  /** Sites with elements that it matches. Empty: every site. */
  sites: z.array(z.number()),
  /** Whether it matches every alarm of these sites. */
  complete: z.boolean(),
});
export type SilencePeriod = z.infer<typeof SilencePeriod>;

/** The times within a period in which silences are active, as the caller may read them; the newest `maxSilencePeriods`. */
export const listSilencePeriods = route({
  method: 'GET',
  path: `${API}/customers/:customerId/silence/period`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'When silences of a customer were, are or will be active in a period',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  query: SeriesPeriod.refine(({ from, to }) => to - from <= MAX_SECONDS, {
    path: ['from'],
    message: 'PERIOD_TOO_LONG',
    params: { days: historyLimits.maxDays },
  }),
  reply: z.strictObject({ periods: z.array(SilencePeriod) }),
});
