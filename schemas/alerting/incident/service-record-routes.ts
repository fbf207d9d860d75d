import { z } from 'zod';
import { ElementFilter } from '../../data/element-filter.ts';
import { incidentDashlet } from '../../limit/dashlet.ts';
import { dataLimits } from '../../limit/data.ts';
import { API, route } from '../../route.ts';
import { ExcludedTime } from '../../silence/excluded-time.ts';
import { withinHistory } from '../history-period.ts';
import { Severity } from '../severity.ts';
import { AlarmIncident } from './incident.ts';
import { RestoreTimes } from './restore-times.ts';

/** Which incidents of a customer a service level is about. */
export const ServiceRecordRequest = withinHistory(
  z.strictObject({
    /** Seconds since 1970. */
    from: z.int().nonnegative(),
    to: z.int().nonnegative(),
    /** They leave sites: incidents are of sites. */
    filters: z.array(ElementFilter).max(dataLimits.maxFilters).default([]),
    /** The worst that incidents had; none: all. */
    severities: z.array(Severity).max(Severity.options.length).default([]),
    /** Minutes within which service is to be restored. */
    restoreMinutes: z.int().min(1).max(incidentDashlet.maxRestoreMinutes),
    count: z.int().min(1).max(incidentDashlet.maxLines),
  }),
);
export type ServiceRecordRequest = z.infer<typeof ServiceRecordRequest>;

export const ServiceRecord = z.strictObject({
  /** The newest first. */
  incidents: z.array(AlarmIncident),
  /** Also those that are not listed. */
  total: z.int(),
  /** Of all of them. */
  restore: RestoreTimes,
  maintenance: ExcludedTime,
});
export type ServiceRecord = z.infer<typeof ServiceRecord>;

/** For reports and dashboards of readers who see alarms. */
export const readServiceRecord = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/service-record`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary:
    'Incidents of a period, how long it took to restore service, and the maintenance that availability leaves out',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  body: ServiceRecordRequest,
  noChange: 'query',
  reply: ServiceRecord,
  problems: ['TOO_MUCH_DATA'],
});
