import { z } from 'zod';
import { topologyLevels } from '../cockpit/topology.ts';
import { API, route } from '../route.ts';
import { AcknowledgementDraft } from './acknowledgement.ts';
import { AlarmTransition, AlarmRow, AlertCounts, Evidence, SiteAlert } from './alert.ts';
import { Severity } from './severity.ts';
import { LivePosition } from '../socket/live.ts';
import { Acknowledged } from './mark.ts';

const customerParams = z.strictObject({ customerId: z.coerce.number().int().positive() });

export const MapSite = SiteAlert.extend({
  name: z.string(),
  city: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type MapSite = z.infer<typeof MapSite>;

/** Counts, map and table in one snapshot (alerting mode 0); deltas of topic `alert` go on from `position`. */
export const AlertSnapshot = z.strictObject({
  position: LivePosition,
  counts: AlertCounts,
  /** Every site of the customer, those without alarms too. `bounds` is [west, south, east, north], null without sites. */
  sites: z.array(MapSite),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  alarms: z.array(AlarmRow),
});
export type AlertSnapshot = z.infer<typeof AlertSnapshot>;

export const readAlerts = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Running alarms of a customer: counts, map and table',
  params: customerParams,
  reply: AlertSnapshot,
  problems: ['UNAVAILABLE'],
});

const instanceParams = customerParams.extend({
  alarm: z.coerce.number().int().positive(),
  element: z.coerce.number().int().positive(),
});

export const AlarmHistory = z.strictObject({
  events: z.array(
    z.strictObject({
      event: z.string(),
      edge: AlarmTransition,
      severity: Severity,
      cause: z.string(),
      at: z.number(),
      /** When it was acknowledged or silenced, or that ended; of what a window decided the newest sample behind it. Milliseconds since 1970. */
      happened: z.number(),
      value: z.number(),
      threshold: z.number(),
      evidence: Evidence,
    }),
  ),
  /** Places of the element that the alarm is defined to name, nearest first. */
  places: z.array(z.strictObject({ level: z.enum(topologyLevels), name: z.string() })),
});
export type AlarmHistory = z.infer<typeof AlarmHistory>;

/** The newest events of one alarm instance until a time, newest first; the first raise among them is the evidence of a running alarm. */
export const readAlarmHistory = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/:alarm/:element`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary:
    'Raises, clears, changes of severity and acknowledgements of one alarm on one element, with their evidence',
  params: instanceParams,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** Without what came after this time, seconds since 1970. */
    until: z.coerce.number().int().min(0).max(0xffff_ffff).default(0xffff_ffff),
  }),
  reply: AlarmHistory,
});

/**
 * Takes care of a running alarm. Answers when the request is stored; the row changes by a delta, as soon as the engine has
 * read it. An alarm that does not run is not there.
 */
export const acknowledgeAlarm = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/:alarm/:element/acknowledgement`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Acknowledge a running alarm, with a note, for a time or until it gets worse',
  params: instanceParams,
  body: AcknowledgementDraft,
  reply: Acknowledged,
  problems: ['UNAVAILABLE', 'NOT_FOUND'],
});

export const unacknowledgeAlarm = route({
  method: 'DELETE',
  path: `${API}/customers/:customerId/alert/:alarm/:element/acknowledgement`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Take an acknowledgement back',
  params: instanceParams,
  reply: z.strictObject({}),
  problems: ['UNAVAILABLE', 'NOT_FOUND'],
});

export const CustomerAlerts = z.strictObject({
  customer: z.number(),
  name: z.string(),
  profile: z.string(),
  position: LivePosition,
  counts: AlertCounts,
  byAlarm: z.array(z.strictObject({ alarm: z.number(), name: z.string(), count: z.number() })),
});
export type CustomerAlerts = z.infer<typeof CustomerAlerts>;

/** Totals as the specification names them, and the counts of each customer the user may see. */
export const readCustomerAlerts = route({
  method: 'GET',
  path: `${API}/cc/alert`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Alarm counts of every customer of the user',
  reply: z.strictObject({
    nbCritical: z.number(),
    nbWarning: z.number(),
    customers: z.array(CustomerAlerts),
  }),
  problems: ['UNAVAILABLE'],
});

/** Kept with the user: pinned customers and display options of the alerting across customers. */
export const AlertLayout = z.strictObject({
  pinnedCustomers: z.array(z.number().int().positive()).max(10_000),
  breakdownByAlert: z.boolean(),
  showOnlyPinnedCustomers: z.boolean(),
  profileIds: z.strictObject({ enabled: z.boolean(), ids: z.array(z.string()).max(1_000) }),
  alarmIds: z.strictObject({ enabled: z.boolean(), ids: z.array(z.number()).max(1_000) }),
});
export type AlertLayout = z.infer<typeof AlertLayout>;

export const emptyAlertLayout: AlertLayout = {
  pinnedCustomers: [],
  breakdownByAlert: false,
  showOnlyPinnedCustomers: false,
  profileIds: { enabled: false, ids: [] },
  alarmIds: { enabled: false, ids: [] },
};

export const readAlertLayout = route({
  method: 'GET',
  path: `${API}/cc/alert/layout`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Pinned customers and display options of the user',
  reply: AlertLayout,
});

export const updateAlertLayout = route({
  method: 'PUT',
  path: `${API}/cc/alert/layout`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Store pinned customers and display options of the user',
  ownArrangement: true,
  body: AlertLayout,
  reply: AlertLayout,
});
