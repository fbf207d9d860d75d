import { z } from 'zod';
import { ShownRunbook } from '../cockpit/runbook.ts';
import { topologyLevels } from '../cockpit/topology.ts';
import { API, route } from '../route.ts';
import {
  AcknowledgementDraft,
  AcknowledgementOfSeen,
  BulkAlarms,
  BulkOutcome,
  SeenAlarms,
} from './acknowledgement.ts';
import { AlarmTransition, AlarmRow, AlertCounts, DefinitionCount, Evidence, SiteAlert } from './alert.ts';
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

/** Counts, map and table in one snapshot (alerting mode 0); deltas of topic `alert` continue from `position`. */
export const AlertSnapshot = z.strictObject({
  position: LivePosition,
  counts: AlertCounts,
  /** Every site of the customer, also without alarms. `bounds` is [west, south, east, north], null without sites. */
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
  display: true,
  summary: 'Running alarms of a customer: counts, map and table',
  params: customerParams,
  reply: AlertSnapshot,
  problems: ['UNAVAILABLE'],
});

export const alarmInstanceParams = customerParams.extend({
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
      /** Milliseconds since 1970: time of the acknowledgement or silence or its end; for a window, time of its newest sample. */
      happened: z.number(),
      value: z.number(),
      threshold: z.number(),
      evidence: Evidence,
    }),
  ),
  /** Locations of the element that the alarm definition selects, nearest first. */
  places: z.array(z.strictObject({ level: z.enum(topologyLevels), name: z.string() })),
  /** What to do, as its definition says; absent: nothing. */
  runbook: ShownRunbook.optional(),
});
export type AlarmHistory = z.infer<typeof AlarmHistory>;

/** Events of one alarm instance until a time, newest first; the first raise is the evidence of a running alarm. */
export const readAlarmHistory = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/:alarm/:element`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Raises, clears, severity changes and acknowledgements of one alarm on one element, with evidence',
  params: alarmInstanceParams,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** Omits later events, seconds since 1970. */
    until: z.coerce.number().int().min(0).max(0xffff_ffff).default(0xffff_ffff),
  }),
  reply: AlarmHistory,
});

/**
 * Acknowledges a running alarm. Returns once the command is stored; a delta updates the row as soon as the engine has processed
 * it. An alarm that does not run is NOT_FOUND, one that another user acknowledged since it was seen ALARM_ACKNOWLEDGED.
 */
export const acknowledgeAlarm = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/:alarm/:element/acknowledgement`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Acknowledge a running alarm with a note, for a time or until it gets worse',
  params: alarmInstanceParams,
  body: AcknowledgementOfSeen,
  reply: Acknowledged,
  problems: ['UNAVAILABLE', 'NOT_FOUND', 'ALARM_ACKNOWLEDGED'],
});

export const unacknowledgeAlarm = route({
  method: 'DELETE',
  path: `${API}/customers/:customerId/alert/:alarm/:element/acknowledgement`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Remove an acknowledgement',
  params: alarmInstanceParams,
  reply: z.strictObject({}),
  problems: ['UNAVAILABLE', 'NOT_FOUND'],
});

/** A thousand alarms with long ids. */
const BULK_BODY_BYTES = 128 * 1_024;

/** Acknowledges running alarms, each as `acknowledgeAlarm` does. Alarms that cannot be acknowledged are listed; the others are. */
export const acknowledgeAlarms = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/acknowledgement`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Acknowledge up to 1,000 running alarms',
  params: customerParams,
  body: z.strictObject({ alarms: SeenAlarms, acknowledgement: AcknowledgementDraft }),
  bodyLimit: BULK_BODY_BYTES,
  reply: BulkOutcome,
  problems: ['UNAVAILABLE'],
});

export const unacknowledgeAlarms = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/acknowledgement/remove`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Remove the acknowledgements of up to 1,000 running alarms',
  params: customerParams,
  body: z.strictObject({ alarms: BulkAlarms }),
  bodyLimit: BULK_BODY_BYTES,
  reply: BulkOutcome,
  problems: ['UNAVAILABLE'],
});

export const CustomerAlerts = z.strictObject({
  customer: z.number(),
  name: z.string(),
  profile: z.string(),
  position: LivePosition,
  counts: AlertCounts,
  byAlarm: z.array(DefinitionCount),
});
export type CustomerAlerts = z.infer<typeof CustomerAlerts>;

/** Totals as named by the specification, and the counts of each customer visible to the user. */
export const readCustomerAlerts = route({
  method: 'GET',
  path: `${API}/cc/alert`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  display: true,
  summary: 'Alarm counts of every customer of the user',
  reply: z.strictObject({
    nbCritical: z.number(),
    nbWarning: z.number(),
    nbMinor: z.number(),
    nbUnhandled: z.number(),
    customers: z.array(CustomerAlerts),
  }),
  problems: ['UNAVAILABLE'],
});

/** Everything that the display options offer, whether or not an alarm runs. */
export const AlertChoices = z.strictObject({
  profiles: z.array(z.strictObject({ id: z.number(), name: z.string() })),
  alarms: z.array(z.strictObject({ id: z.number(), name: z.string() })),
});
export type AlertChoices = z.infer<typeof AlertChoices>;

export const readAlertChoices = route({
  method: 'GET',
  path: `${API}/cc/alert/choices`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Profiles of the customers of the user, and alarms that the user may see',
  reply: AlertChoices,
});

/** Hours of the activity of a customer; the last one is the current one. */
export const ACTIVITY_HOURS = 24;

/** Alarms raised per hour, oldest first. Customers without any are omitted. */
export const AlertActivity = z.strictObject({
  /** Start of the first hour, seconds since 1970. */
  from: z.number(),
  customers: z.array(
    z.strictObject({ customer: z.number(), raised: z.array(z.number().int()).length(ACTIVITY_HOURS) }),
  ),
});
export type AlertActivity = z.infer<typeof AlertActivity>;

export const readAlertActivity = route({
  method: 'GET',
  path: `${API}/cc/alert/activity`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Alarms raised in the last 24 hours by customer and hour',
  reply: AlertActivity,
  problems: ['TOO_MUCH_DATA'],
});

/** Stored per user: pinned customers and display options of alerting across customers. */
export const AlertLayout = z.strictObject({
  pinnedCustomers: z.array(z.number().int().positive()).max(10_000),
  breakdownByAlert: z.boolean(),
  showOnlyPinnedCustomers: z.boolean(),
  profileIds: z.strictObject({ enabled: z.boolean(), ids: z.array(z.number()).max(1_000) }),
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
  summary: 'Update pinned customers and display options of the user',
  ownArrangement: true,
  body: AlertLayout,
  reply: AlertLayout,
});
