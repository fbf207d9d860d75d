import { z } from 'zod';
import { ElementFilter } from '../data/element-filter.ts';
import { alarmDashlet } from '../limit/dashlet.ts';
import { dataLimits } from '../limit/data.ts';
import { API, route } from '../route.ts';
import { AlarmRow, SiteAlert } from './alert.ts';
import { Severity } from './severity.ts';

/** Which running alarms of a customer are listed. */
export const ContextAlarmRequest = z.strictObject({
  /** Each of them must select the element of an alarm, or what it belongs to. */
  filters: z.array(ElementFilter).max(dataLimits.maxFilters).default([]),
  /** None: all. */
  severities: z.array(Severity).max(Severity.options.length).default([]),
  /** Without those that are acknowledged, silenced or explained by another alarm. */
  onlyUnhandled: z.boolean().default(false),
  count: z.int().min(1).max(alarmDashlet.maxLines),
  /** Adds the worst severity of each site with an alarm that matches, whether it is listed or not. */
  bySite: z.boolean().default(false),
});
export type ContextAlarmRequest = z.infer<typeof ContextAlarmRequest>;

/**
 * Whether alarms would be raised here, which an empty list alone does not say: `watched`; by no active definition of these severities
 * that the caller sees (`no-definition`); on no active element, since the filters leave none of a kind that a definition is about
 * (`no-element`); or not now, because the engine has decided no recent window (`undecided`).
 */
export const AlarmWatch = z.enum(['watched', 'no-definition', 'no-element', 'undecided']);
export type AlarmWatch = z.infer<typeof AlarmWatch>;

export const ContextAlarms = z.strictObject({
  /** The worst first, of one severity the newest first. */
  alarms: z.array(AlarmRow),
  /** Of all that match. */
  count: z.int(),
  /** Of those that match, in no order; absent: not requested. */
  sites: z.array(SiteAlert).optional(),
  watch: AlarmWatch,
  /** End of the newest window that the engine decided, seconds since 1970; null: none. */
  decidedUntil: z.number().nullable(),
});
export type ContextAlarms = z.infer<typeof ContextAlarms>;

/** For dashboards of readers who see alarms. */
export const listContextAlarms = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/context`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Running alarms of what filters leave of a customer, and whether alarms would be raised there',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  body: ContextAlarmRequest,
  noChange: 'query',
  reply: ContextAlarms,
  problems: ['UNAVAILABLE'],
});
