import type { Selectable } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { incidentEntryLimits, type IncidentEntry } from '#schemas/alerting/incident/incident-entry.ts';
import type { Assignee } from '#schemas/alerting/mark.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { audienceOf } from '#server/kernel/access/audience.ts';
import { displayName, type Caller } from '#server/kernel/access/caller.ts';
import type { AuditEntry } from '#server/kernel/audit/audit-trail.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { transact, type Actor, type Change } from '#server/shared/repository/transact.ts';
import type { AlarmVisibility } from '../alarm-visibility.ts';

type EntryRow = Selectable<Database['incident_entry']>;

/** An incident as its reader sees it. Times are seconds since 1970. */
export interface IncidentSpan {
  readonly id: string;
  readonly site: number;
  /** 0 at a site. */
  readonly cluster: number;
  readonly start: number;
  /** Null: it runs. */
  readonly end: number | null;
}

/** An incident that is written to. */
export interface WrittenIncident extends IncidentSpan {
  /** When its last alarm was raised: a time that stays in the incident whatever follows. */
  readonly lastRaise: number;
  /** The definitions of its alarms: an entry is shown to those who see all of them. */
  readonly alarms: readonly number[];
  /** Its sentence, for the audit trail. */
  readonly text: string;
}

interface EntryActor extends Actor {
  readonly customer: number;
}

type EntryReader = Readonly<{ caller: Caller; customer: number }>;

type NewEntry = Pick<EntryRow, 'kind' | 'text' | 'assignee_kind' | 'assignee_id'>;

export const shownEntry = (row: EntryRow): IncidentEntry => ({
  id: row.id,
  kind: row.kind,
  text: row.kind === 'note' ? row.text : '',
  owner:
    row.assignee_kind === null || row.assignee_id === null
      ? null
      : { kind: row.assignee_kind, id: row.assignee_id, name: row.text },
  by: row.author,
  at: row.created_at.getTime(),
});

/** Throws INCIDENT_OWNED when the user saw another owner. */
function rejectUnseen(last: EntryRow | undefined, seen: number | null): void {
  const { id, author } = last ?? { id: null, author: '' };
  if (id !== seen) throw new ProblemError('INCIDENT_OWNED', { params: { by: author } });
}

const ownerEntry = (to: Assignee | null): NewEntry =>
  to === null
    ? { kind: 'owner', text: '', assignee_kind: null, assignee_id: null }
    : { kind: 'owner', text: to.name, assignee_kind: to.kind, assignee_id: to.id };

const isOf = (
  { site_id, cluster_id, at }: EntryRow,
  { site, cluster, start, end }: IncidentSpan,
): boolean => {
  const seconds = at.getTime() / 1_000;
  return site_id === site && cluster_id === cluster && seconds >= start && seconds <= (end ?? Infinity);
};

/**
 * Notes and owners of incidents. An entry belongs to the incident of its place that contains its time: after alarms that came late have
 * joined incidents or moved their beginning, each entry is where it was.
 */
export class IncidentEntries {
  readonly #needs: { readonly db: Db; readonly clock: Clock; readonly visibility: AlarmVisibility };

  constructor(needs: { readonly db: Db; readonly clock: Clock; readonly visibility: AlarmVisibility }) {
    this.#needs = needs;
  }

  /** The entries of each incident, newest first. */
  async listOf(
    { caller, customer }: EntryReader,
    incidents: readonly IncidentSpan[],
    kinds: readonly EntryRow['kind'][] = ['note', 'owner'],
  ): Promise<ReadonlyMap<string, readonly EntryRow[]>> {
    if (incidents.length === 0) return new Map();
    const first = incidents.reduce((least, { start }) => Math.min(least, start), Infinity);
    const rows = await this.#needs.db
      .selectFrom('incident_entry')
      .selectAll()
      .where('customer_id', '=', customer)
      .where('site_id', 'in', [...new Set(incidents.map(({ site }) => site))])
      .where('at', '>=', dateAtMs(first * 1_000))
      .where('kind', 'in', [...kinds])
      .orderBy('id', 'desc')
      .execute();
    const seen = rows.filter((row) => this.#sees(caller, row));
    return new Map(incidents.map((each) => [each.id, seen.filter((row) => isOf(row, each))]));
  }

  addNote(incident: WrittenIncident, text: string, actor: EntryActor): Promise<IncidentEntry> {
    return transact(this.#needs, actor, {}, (change) =>
      this.#add(change, incident, { kind: 'note', text, assignee_kind: null, assignee_id: null }),
    );
  }

  /** Throws INCIDENT_OWNED when another user has set the owner since. */
  setOwner(
    incident: WrittenIncident,
    { to, seen }: { readonly to: Assignee | null; readonly seen: number | null },
    actor: EntryActor,
  ): Promise<IncidentEntry> {
    return transact(this.#needs, actor, {}, async (change) => {
      // One at a time for a customer: the second one sees what the first one set.
      await change.tx
        .selectFrom('customer')
        .select('id')
        .where('id', '=', actor.customer)
        .forNoKeyUpdate()
        .execute();
      const [last] = await this.#owners(change, incident);
      rejectUnseen(last, seen);
      return this.#add(change, incident, ownerEntry(to));
    });
  }

  /** Owners of an incident, newest first, as far as the user sees them. */
  async #owners({ tx, actor }: Change<EntryActor>, incident: IncidentSpan): Promise<EntryRow[]> {
    const rows = await tx
      .selectFrom('incident_entry')
      .selectAll()
      .where('customer_id', '=', actor.customer)
      .where('site_id', '=', incident.site)
      .where('cluster_id', '=', incident.cluster)
      .where('at', '>=', dateAtMs(incident.start * 1_000))
      .where('kind', '=', 'owner')
      .orderBy('id', 'desc')
      .execute();
    return rows.filter((row) => isOf(row, incident) && this.#sees(actor.caller, row));
  }

  async #add(
    { tx, now, actor, record }: Change<EntryActor>,
    incident: WrittenIncident,
    entry: NewEntry,
  ): Promise<IncidentEntry> {
    const { count } = await tx
      .selectFrom('incident_entry')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('customer_id', '=', actor.customer)
      .where('site_id', '=', incident.site)
      .where('cluster_id', '=', incident.cluster)
      .where('at', '>=', dateAtMs(incident.start * 1_000))
      .executeTakeFirstOrThrow();
    if (count >= incidentEntryLimits.entries) throw new ProblemError('INCIDENT_ENTRIES_FULL');
    const row = await tx
      .insertInto('incident_entry')
      .values({
        ...entry,
        customer_id: actor.customer,
        site_id: incident.site,
        cluster_id: incident.cluster,
        at: dateAtMs(incident.lastRaise * 1_000),
        alarms: [...incident.alarms],
        author_id: actor.caller.id,
        author: displayName(actor.caller),
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(auditOf(row, incident));
    return shownEntry(row);
  }

  #sees(caller: Caller, { alarms }: EntryRow): boolean {
    const audience = audienceOf(caller);
    if (audience === 'privileged') return true;
    const visible = this.#needs.visibility.of(audience);
    return alarms.every((alarm) => !visible.hides(alarm));
  }
}

const auditOf = (row: EntryRow, { id, text }: WrittenIncident): AuditEntry => ({
  action: row.kind === 'note' ? 'alarm.incident-note' : 'alarm.incident-owner',
  subject: 'alarm',
  subjectId: id,
  subjectName: text,
  customer: row.customer_id,
  after: fieldsOf(row.kind === 'note' ? { by: row.author, note: row.text } : { assignee: row.text }),
});
