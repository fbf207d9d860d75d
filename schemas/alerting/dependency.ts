import { z } from 'zod';

/** The running alarm that explains another one of the same customer, which therefore is not notified. */
export const ParentAlarm = z.strictObject({
  alarm: z.number(),
  element: z.number(),
  /**
   * Its element belongs to an unreachable device, its device to a site whose devices are all unreachable, its element to an interface
   * that is down; or an alarm with a worse threshold runs on the same KPI and element.
   */
  relation: z.enum(['device', 'site', 'interface', 'kpi']),
  /** Start of the window from which the explanation applies, seconds since 1970. */
  since: z.number(),
});
export type ParentAlarm = z.infer<typeof ParentAlarm>;

/** Percent of the polls. */
const UNREACHABLE_AT_MOST = 50;

interface Availability {
  readonly kpi: string;
  readonly operator: string;
  readonly visibility: 'everyone' | 'RESTRICTED';
}

/** A restricted alarm explains nothing: those who may not see it would lose the alarms that follow from it. */
const isBelow = ({ operator, visibility }: Availability): boolean =>
  visibility === 'everyone' && ['<', '<=', '='].includes(operator);

/** Whether a definition means that its device is unreachable: availability below a threshold of at most half of the polls. */
export const meansUnreachable = (alarm: Availability): boolean => alarm.kpi === 'cpe_avail' && isBelow(alarm);

/** Whether a definition means that its interface is down, by the same threshold. */
export const meansInterfaceDown = (alarm: Availability): boolean =>
  alarm.kpi === 'itf_avail' && isBelow(alarm);

/** Whether the threshold in force makes it so. */
export const isUnreachableThreshold = (threshold: number): boolean => threshold <= UNREACHABLE_AT_MOST;
