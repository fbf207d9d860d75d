import { z } from 'zod';
import { elementKinds } from '../element/kind.ts';
import { API, route } from '../route.ts';
import { EventDelivery } from './history.ts';
import { historyPeriod, withinHistory } from './history-period.ts';
import { AlarmNote } from './note-routes.ts';
import { occurrenceGroupings } from './occurrence-grouping.ts';
import { Severity } from './severity.ts';

/** Occurrences of one reply, and how far a list of them can be read. */
export const MAX_OCCURRENCES = 1_000;
const MAX_OFFSET = 1_000_000;
/** Groups of one reply. */
export const MAX_OCCURRENCE_GROUPS = 1_000;
const MAX_SEARCH_LENGTH = 200;

const customerParams = z.strictObject({ customerId: z.coerce.number().int().positive() });

/** An alarm on an element from its raise to its clear, as far as it lies in a period. Times are seconds since 1970. */
export const AlarmOccurrence = z.strictObject({
  /** `<alarm>:<element>:<raise, or 0 if it is not known>`. */
  id: z.string(),
  alarm: z.number(),
  element: z.number(),
  site: z.number(),
  /** Names at the end of the period; empty if deleted before names were recorded. */
  name: z.string(),
  kpi: z.string(),
  siteName: z.string(),
  elementName: z.string(),
  /** Absent: it is not in the inventory any more. */
  elementKind: z.enum(elementKinds).optional(),
  /** The worst that it had in the period. */
  severity: Severity,
  /** Null: raised before the period, at a time that is no longer known. */
  raisedAt: z.number().nullable(),
  /** Null: it ran at the end of the period. */
  clearedAt: z.number().nullable(),
  /** Who acknowledged it; null without one, or when it ended before the alarm. */
  acknowledgedBy: z.string().nullable(),
  /** To whom it is assigned, or was when it cleared; null: to no one. */
  assignedTo: z.string().nullable(),
  /** Who was notified of its raise, its changes and its clear, each target once with its last outcome. */
  notified: z.array(EventDelivery),
  /** Raises of this alarm on this element in the period. */
  raises: z.number(),
});
export type AlarmOccurrence = z.infer<typeof AlarmOccurrence>;

const occurrenceColumns = [
  'severity',
  'alarm',
  'site',
  'element',
  'raised',
  'cleared',
  'duration',
  'raises',
] as const;
const descending = occurrenceColumns.map((column) => `-${column}` as const);
/** What the occurrences of a period are ordered by; `-` in front: descending. */
export const OccurrenceOrder = z.enum([...occurrenceColumns, ...descending]);
export type OccurrenceOrder = z.infer<typeof OccurrenceOrder>;

/** `q`: words that the names of alarm, site and element and the KPI must contain, each in one of them. */
const filters = { ...historyPeriod, q: z.string().max(MAX_SEARCH_LENGTH).optional() };

const matching = {
  /** Occurrences that match every filter. */
  total: z.number(),
  /** Those that match every filter but the severity. */
  counts: z.strictObject({ critical: z.number(), major: z.number(), minor: z.number() }),
};

/**
 * The alarms that ran in a period, each from its raise to its clear, by default the newest first. A page begins at `offset`. The names
 * are those at the end of the period, by which they are searched and ordered, too.
 */
export const listAlarmOccurrences = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/occurrences`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Alarms that ran in a period, each from its raise to its clear',
  params: customerParams,
  query: withinHistory(
    z.strictObject({
      ...filters,
      order: OccurrenceOrder.default('-raised'),
      offset: z.coerce.number().int().min(0).max(MAX_OFFSET).default(0),
      limit: z.coerce.number().int().min(1).max(MAX_OCCURRENCES).default(200),
    }),
  ),
  reply: z.strictObject({ ...matching, occurrences: z.array(AlarmOccurrence) }),
  problems: ['TOO_MUCH_DATA'],
});

/** The alarms of one site, device or definition. */
export const OccurrenceGroup = z.strictObject({
  /** Of the site or the alarm; of a device its name. */
  id: z.string(),
  name: z.string(),
  /** The worst that one of them had. */
  severity: Severity,
  alarms: z.number(),
  /** Those that ran at the end of the period. */
  running: z.number(),
  /** Those that ran at its end and were not acknowledged. */
  unacknowledged: z.number(),
  /** Of the longest one, seconds; null when none is known. */
  longest: z.number().nullable(),
});
export type OccurrenceGroup = z.infer<typeof OccurrenceGroup>;

/** The `MAX_OCCURRENCE_GROUPS` groups with the most alarms, of `all` groups. */
export const listOccurrenceGroups = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/occurrences/groups`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Alarms that ran in a period, counted by site, device or alarm',
  params: customerParams,
  query: withinHistory(z.strictObject({ ...filters, by: z.enum(occurrenceGroupings) })),
  reply: z.strictObject({ ...matching, all: z.number(), groups: z.array(OccurrenceGroup) }),
  problems: ['TOO_MUCH_DATA'],
});

/** Occurrences that a summary names, of each kind. */
export const handoverLimits = { running: 10, ranked: 5, notes: 10 } as const;

/** What the next shift needs to know of a period. */
export const Handover = z.strictObject({
  total: matching.total,
  /** All that match, by severity. */
  counts: matching.counts,
  /** Running at the end of the period and not acknowledged: how many, and the worst of them. */
  unhandled: z.number(),
  running: z.array(AlarmOccurrence).max(handoverLimits.running),
  longest: z.array(AlarmOccurrence).max(handoverLimits.ranked),
  /** Raised more than once, each alarm on an element once. */
  flapping: z.array(AlarmOccurrence).max(handoverLimits.ranked),
  /** The newest notes written in the period, each with its alarm, how many there are, and whether there are more than were counted. */
  notes: z.array(AlarmNote.extend({ on: AlarmOccurrence })).max(handoverLimits.notes),
  noted: z.number(),
  isNotedCut: z.boolean(),
});
export type Handover = z.infer<typeof Handover>;

export const readHandover = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/occurrences/handover`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Summary of a period for the next shift',
  params: customerParams,
  query: withinHistory(z.strictObject(filters)),
  reply: Handover,
  problems: ['TOO_MUCH_DATA'],
});
