import { z } from 'zod';
import { Operator } from '../alerting/alert.ts';
import { Severity } from '../alerting/severity.ts';
import { elementKinds } from '../element/kind.ts';
import { languages } from '../time/locale.ts';

const Named = z.strictObject({ id: z.number(), name: z.string() });
/** `timeZone`: IANA name, for times in mails; absent: UTC. */
const NamedCustomer = Named.extend({ timeZone: z.string().optional() });

/** Of its texts. Absent: English, as in jobs of earlier versions. */
const language = z.enum(languages).optional();

/** An incident in one sentence. */
const DescribedIncident = z.strictObject({ id: z.string(), text: z.string() });

/** Incidents that a grouped notice describes. */
export const MAX_GROUPED_INCIDENTS = 5;

/** One raise or clear with names at processing time. */
export const SingleNotice = z.strictObject({
  is: z.literal('single'),
  language,
  /** Id of the event, hexadecimal. */
  event: z.string(),
  edge: z.enum(['raise', 'clear']),
  /** `severity`: notified, or no longer, because the severity of the running alarm changed. */
  cause: z.enum(['rule', 'disabled', 'deleted', 'moved', 'severity']),
  /** `<alarm>:<element>`, identical in a raise and its clear. */
  correlation: z.string(),
  alarm: Named,
  severity: Severity,
  customer: NamedCustomer,
  site: Named,
  /** `device`: on which it is; absent for a device and what is on none. */
  element: Named.extend({ kind: z.enum(elementKinds), device: z.string().optional() }),
  kpi: z.strictObject({ key: z.string(), name: z.string() }),
  description: z.string(),
  /** Locations of the element selected by the alarm, nearest first. Absent in jobs of earlier versions. */
  topology: z.array(z.string()).default([]),
  /** What to do: an address or text. Absent: the alarm has none. */
  runbook: z.string().optional(),
  operator: Operator,
  value: z.number(),
  threshold: z.number(),
  /** Value, and operator with threshold, with their unit. Absent in jobs of earlier versions, as is `link`. */
  reading: z.string().optional(),
  limit: z.string().optional(),
  /** Address of the alarm in the console. Absent: `PUBLIC_URL` is not set. */
  link: z.string().optional(),
  /** Address of the page of the element. Absent: it has none, or `PUBLIC_URL` is not set. */
  elementLink: z.string().optional(),
  /** End of the deciding window, milliseconds since 1970. */
  atMs: z.number(),
  /** End of the window that raised the alarm: in a raise `atMs`; null if unknown. */
  sinceMs: z.number().nullable(),
  /** When the event was decided: window, lateness and evaluation are over. */
  decidedMs: z.number(),
  /**
   * The incident that the alarm belongs to, as it is after the event. `turn`: it began with this event, got worse than it was, is over, or
   * none of these. Absent in jobs of earlier versions.
   */
  incident: DescribedIncident.extend({ turn: z.enum(['first', 'worse', 'over', 'same']) }).optional(),
  /** Greater in every later event of the instance: a receiver ignores what is not greater than the last. */
  sequence: z.int(),
});
export type SingleNotice = z.infer<typeof SingleNotice>;

/** Version of the values that notifications carry (`alert.version`): it grows when one changes its meaning or disappears. */
export const NOTICE_VERSION = 1;

/** An event of a group: what a receiver needs that keeps the state of each alarm. */
export const GroupedEvent = SingleNotice.pick({
  event: true,
  edge: true,
  correlation: true,
  sequence: true,
  alarm: true,
  severity: true,
  site: true,
  element: true,
  value: true,
  threshold: true,
  atMs: true,
}).extend({
  /** Id of its incident. */
  incident: z.string().optional(),
});
export type GroupedEvent = z.infer<typeof GroupedEvent>;

/** Events of a customer, grouped in an alarm storm. */
export const GroupedNotice = z.strictObject({
  is: z.literal('grouped'),
  language,
  customer: NamedCustomer,
  raises: z.int(),
  clears: z.int(),
  /** Worst severity. */
  severity: Severity,
  description: z.string(),
  /**
   * The incidents of its events as they are after them: the worst `MAX_GROUPED_INCIDENTS`, and how many there are. Absent in jobs of earlier
   * versions.
   */
  incidents: z.strictObject({ listed: z.array(DescribedIncident), total: z.int() }).optional(),
  /** The first element names. */
  elements: z.array(z.strictObject({ name: z.string(), kind: z.enum(elementKinds) })),
  /** Arrival of the first and the last event. */
  fromMs: z.number(),
  untilMs: z.number(),
  /** Address of the alarms of the customer in the period of the events. Absent: `PUBLIC_URL` is not set. */
  link: z.string().optional(),
  /** Running number of the notice in its group, from 1: a group with more events than one notice lists has several. */
  part: z.int().min(1).default(1),
  /** All its events, in their order. Empty: the target does not use them, or an earlier version queued the job. */
  events: z.array(GroupedEvent).default([]),
});
export type GroupedNotice = z.infer<typeof GroupedNotice>;

export const Notice = z.discriminatedUnion('is', [SingleNotice, GroupedNotice]);
export type Notice = z.infer<typeof Notice>;

/** Returns the number of events in a notice. */
export const eventsOf = (notice: Notice): number =>
  notice.is === 'single' ? 1 : notice.raises + notice.clears;
