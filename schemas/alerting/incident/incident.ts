import { z } from 'zod';
import { API, route } from '../../route.ts';
import { historyPeriod, withinHistory } from '../history-period.ts';
import { Severity } from '../severity.ts';

/** Incidents of one reply, alarms that they are made of, and incidents of which the traffic is read. */
export const incidentLimits = { listed: 200, alarms: 50_000, causes: 5 } as const;

/** Alarms of a site that belong together by time (`group-incidents.ts`), of those that the caller may see. Seconds since 1970. */
export const AlarmIncident = z.strictObject({
  /** `<site>:<cluster, 0 at a site>:<start>`. */
  id: z.string(),
  site: z.number(),
  siteName: z.string(),
  /** The worst that one of its alarms had. */
  severity: Severity,
  start: z.number(),
  /** Null: one of its alarms runs. */
  end: z.number().nullable(),
  alarms: z.number().int(),
  running: z.number().int(),
  elements: z.number().int(),
  /** The alarm that the others most likely follow from. */
  main: z.strictObject({
    alarm: z.number(),
    element: z.number(),
    name: z.string(),
    kpi: z.string(),
    elementName: z.string(),
    severity: Severity,
    raisedAt: z.number().nullable(),
    clearedAt: z.number().nullable(),
  }),
  /**
   * The application that is much of the traffic of the line that the main alarm is about, in the last hour of the incident. Absent where
   * flows do not say it, and for incidents after the first `causes`.
   */
  share: z
    .strictObject({ application: z.string(), percent: z.number(), hosts: z.number().int().optional() })
    .optional(),
  /** To whom the main alarm is assigned, or was when it cleared. */
  owner: z.string().nullable(),
  /** Who acknowledged the main alarm. */
  acknowledgedBy: z.string().nullable(),
});
export type AlarmIncident = z.infer<typeof AlarmIncident>;

export const listIncidents = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/incidents`,
  scope: 'customer',
  needs: 'ALERT.read',
  display: true,
  summary: 'Incidents of a period: alarms that belong together by site and time, the newest first',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  query: withinHistory(
    z.strictObject({
      from: historyPeriod.from,
      to: historyPeriod.to,
      site: historyPeriod.site,
      /** Incidents of clusters, which have no site. */
      cluster: historyPeriod.alarm,
      limit: z.coerce.number().int().min(1).max(incidentLimits.listed).default(incidentLimits.listed),
    }),
  ),
  /** `total`: also those that are not listed. */
  reply: z.strictObject({ total: z.number().int(), incidents: z.array(AlarmIncident) }),
  problems: ['TOO_MUCH_DATA'],
});
