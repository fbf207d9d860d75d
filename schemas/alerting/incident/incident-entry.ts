import { z } from 'zod';
import { API, route } from '../../route.ts';
import { AssignmentTarget } from '../assignment-routes.ts';
import { PastEvent } from '../history.ts';
import { Assignee } from '../mark.ts';
import { AlarmNote, MAX_ALARM_NOTE_LENGTH } from '../note-routes.ts';
import { AlarmIncident } from './incident.ts';

/** Entries of an incident; events of its timeline and notes on its alarms in one reply. */
export const incidentEntryLimits = { entries: 200, events: 200, notes: 200 } as const;

/** What operators wrote at an incident: a note, or who takes care of it. */
export const IncidentEntry = z.strictObject({
  id: z.number().int(),
  /** `owner`: `owner` takes care of it from now on; null: no one. */
  kind: z.enum(['note', 'owner']),
  /** Of a note. */
  text: z.string(),
  owner: Assignee.nullable(),
  by: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type IncidentEntry = z.infer<typeof IncidentEntry>;

/** `owned`: someone takes care of it, or its main alarm is acknowledged; `resolved`: none of its alarms runs. */
export const IncidentState = z.enum(['open', 'owned', 'resolved']);
export type IncidentState = z.infer<typeof IncidentState>;

export const incidentStateOf = ({
  end,
  owner,
  acknowledgedBy,
}: Pick<AlarmIncident, 'end' | 'owner' | 'acknowledgedBy'>): IncidentState => {
  if (end !== null) return 'resolved';
  return owner === null && acknowledgedBy === null ? 'open' : 'owned';
};

/** An incident with everything that happened in it. */
export const IncidentDetails = z.strictObject({
  incident: AlarmIncident,
  state: IncidentState,
  /** Of the entry that made the owner, for `seen`; null: no entry did. */
  ownership: z.number().int().nullable(),
  /** Newest first. */
  entries: z.array(IncidentEntry),
  /** Raises, clears, changes, acknowledgements and assignments of its alarms, newest first: the first `incidentEntryLimits.events`. */
  events: z.array(PastEvent),
  /** Notes on its alarms, newest first: the first `incidentEntryLimits.notes`. */
  notes: z.array(AlarmNote),
  /** There are earlier events or notes. */
  isCut: z.boolean(),
});
export type IncidentDetails = z.infer<typeof IncidentDetails>;

/** Site, cluster and time of an incident. Undefined: it is no id of one. */
export function incidentPlaceOf(id: string) {
  if (!/^\d{1,10}:\d{1,10}:\d{1,10}$/.test(id)) return undefined;
  const [site = 0, cluster = 0, at = 0] = id.split(':').map(Number);
  return { site, cluster, at };
}

const params = z.strictObject({
  customerId: z.coerce.number().int().positive(),
  /** `id` of an incident. One that has become part of another one, or begins earlier, since is found by it too. */
  incident: z.string().min(1).max(40),
});
const path = `${API}/customers/:customerId/alert/incidents/:incident` as const;

export const readIncident = route({
  method: 'GET',
  path,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'An incident: its state and owner, notes, and what happened in it, newest first',
  params,
  reply: IncidentDetails,
  problems: ['NOT_FOUND', 'TOO_MUCH_DATA'],
});

/** Adds a note to an incident, also to one that is over. */
export const createIncidentNote = route({
  method: 'POST',
  path: `${path}/note`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Add a note to an incident',
  params,
  body: z.strictObject({
    text: z.string().trim().min(1, { error: 'REQUIRED' }).max(MAX_ALARM_NOTE_LENGTH),
  }),
  reply: IncidentEntry,
  problems: ['NOT_FOUND', 'TOO_MUCH_DATA', 'INCIDENT_ENTRIES_FULL'],
});

/** Makes a user or a role the owner of an incident, or no one. `seen` is `ownership` as the user saw it. */
export const updateIncidentOwner = route({
  method: 'PUT',
  path: `${path}/owner`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Set who takes care of an incident',
  params,
  body: z.strictObject({ to: AssignmentTarget.nullable(), seen: z.number().int().nullable() }),
  reply: IncidentEntry,
  problems: ['NOT_FOUND', 'TOO_MUCH_DATA', 'INCIDENT_OWNED', 'ASSIGNEE_UNKNOWN', 'INCIDENT_ENTRIES_FULL'],
});
