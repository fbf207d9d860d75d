import { z } from 'zod';
import { MAX_PERIOD_MINUTES } from '../dashboard/period/dashlet-period.ts';
import { currentStart, currentUnits } from '../time/current-start.ts';

/** Up to now, a fixed one in seconds since 1970, the present day, week or month, or those that are over. */
export const ReportPeriod = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last'), minutes: z.int().min(5).max(MAX_PERIOD_MINUTES) }),
  z
    .strictObject({
      kind: z.literal('fixed'),
      from: z.int().min(0),
      to: z.int().max(2 ** 32 - 1),
    })
    .refine(({ from, to }) => from < to, { error: 'START_AFTER_END', path: ['from'] }),
  z.strictObject({ kind: z.literal('current'), unit: z.enum(currentUnits) }),
  z.strictObject({
    kind: z.literal('previous'),
    unit: z.enum(currentUnits),
    count: z.int().min(1).max(12).default(1),
  }),
]);
export type ReportPeriod = z.infer<typeof ReportPeriod>;

interface Span {
  readonly from: number;
  readonly to: number;
}

function previousSpan(
  { unit, count }: Extract<ReportPeriod, { kind: 'previous' }>,
  now: number,
  timeZone: string,
): Span {
  const to = currentStart(now, unit, timeZone);
  let from = to;
  for (let step = 0; step < count; step += 1) from = currentStart(from - 1, unit, timeZone);
  return { from, to };
}

/** What a period covers at a time; seconds since 1970. Days begin at midnight of the zone. */
export function reportSpan(period: ReportPeriod, now: number, timeZone: string): Span {
  switch (period.kind) {
    case 'fixed':
      return { from: period.from, to: period.to };
    case 'last':
      return { from: Math.max(0, now - period.minutes * 60), to: now };
    case 'current':
      return { from: currentStart(now - 1, period.unit, timeZone), to: now };
    case 'previous':
      return previousSpan(period, now, timeZone);
  }
}
