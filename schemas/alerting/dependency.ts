import { z } from 'zod';

/** The running alarm that explains another one of the same customer, which therefore is not notified. */
export const ParentAlarm = z.strictObject({
  alarm: z.number(),
  element: z.number(),
  /** Its element belongs to an unreachable device, or its device to a site whose devices are all unreachable. */
  relation: z.enum(['device', 'site']),
  /** Start of the window from which the explanation applies, seconds since 1970. */
  since: z.number(),
});
export type ParentAlarm = z.infer<typeof ParentAlarm>;

/** Percent of the polls. */
const UNREACHABLE_AT_MOST = 50;

/**
 * Whether a definition means that its device is unreachable: availability below a threshold of at most half of the polls. A restricted
 * alarm explains nothing: those who may not see it would lose the alarms that follow from it.
 */
export const meansUnreachable = ({
  kpi,
  operator,
  visibility,
}: {
  readonly kpi: string;
  readonly operator: string;
  readonly visibility: 'everyone' | 'RESTRICTED';
}): boolean => kpi === 'cpe_avail' && visibility === 'everyone' && ['<', '<=', '='].includes(operator);

/** Whether the threshold in force on a device makes it so. */
export const isUnreachableThreshold = (threshold: number): boolean => threshold <= UNREACHABLE_AT_MOST;
