import { sql, type Selectable } from 'kysely';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { BulkAlarm } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import {
  MAX_ALARM_NOTES,
  MAX_NOTES_OF_PERIOD,
  NOTE_DELETABLE_MS,
  type AlarmNote,
  type NoteOutcome,
} from '#schemas/alerting/note-routes.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { displayName, type Caller } from '#server/kernel/access/caller.ts';
import type { AuditEntry, Tx } from '#server/kernel/audit/audit-trail.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { transact, type Actor, type Change } from '#server/shared/repository/transact.ts';
import type { AlarmInstance } from '../alarm-topology.ts';

/** Rows of one read, and reads for one page: of a customer of whose alarms the caller sees few, most rows are left out. */
const ROWS_OF_READ = 1_000;
const MAX_READS = 20;
/** The greatest id of PostgreSQL. */
const LAST_ID = 0x7fff_ffff;

/** Seconds since 1970. */
interface NotesOfPeriod {
  readonly from: number;
  readonly to: number;
  /** Only notes of smaller ids. */
  readonly before?: number | undefined;
  /** Only notes on these alarms. */
  readonly of?: readonly BulkAlarm[] | undefined;
  readonly limit?: number;
}

const lastId = (list: readonly { readonly id: number }[]): number | null => list.at(-1)?.id ?? null;

const isOneOf = (alarms: readonly BulkAlarm[]) =>
  sql<boolean>`(alarm_id, element_id) IN (SELECT * FROM unnest(
    ${alarms.map(({ alarm }) => alarm)}::integer[], ${alarms.map(({ element }) => element)}::integer[]))`;

/** Notes per transaction: other changes wait for the audit chain no longer than for these. */
const NOTES_AT_ONCE = 100;

type NoteRow = Selectable<Database['alarm_note']>;

/** The acting user, and the customer of the alarms. */
interface NoteActor extends Actor {
  readonly customer: number;
}

interface NewNote {
  readonly rows: readonly AlarmRow[];
  readonly text: string;
}

type Added = Pick<NoteOutcome, 'done' | 'notes' | 'failed'>;

const noteOf = (row: NoteRow, caller: Caller): AlarmNote => ({
  id: row.id,
  alarm: row.alarm_id,
  element: row.element_id,
  text: row.text,
  by: row.author,
  since: row.since.getTime() / 1_000,
  at: row.created_at.getTime(),
  deletableUntil: row.author_id === caller.id ? row.created_at.getTime() + NOTE_DELETABLE_MS : null,
});

const instanceOf = ({ alarm, element }: BulkAlarm): BulkAlarm => ({ alarm, element });
const runOf = (alarm: number, element: number, sinceMs: number): string =>
  [alarm, element, sinceMs].join(':');

const entryOf = (action: string, row: NoteRow): AuditEntry => ({
  action,
  subject: 'alarm',
  subjectId: `${String(row.alarm_id)}:${String(row.element_id)}`,
  customer: row.customer_id,
  [action === 'alarm.note' ? 'after' : 'before']: fieldsOf({ by: row.author, note: row.text }),
});

/** The runs that have as many notes as one may have. */
async function fullRuns(tx: Tx, customer: number, rows: readonly AlarmRow[]): Promise<ReadonlySet<string>> {
  const counts = await tx
    .selectFrom('alarm_note')
    .select(({ fn }) => ['alarm_id', 'element_id', 'since', fn.countAll<number>().as('count')])
    .where('customer_id', '=', customer)
    .where('alarm_id', 'in', [...new Set(rows.map(({ alarm }) => alarm))])
    .where('element_id', 'in', [...new Set(rows.map(({ element }) => element))])
    .groupBy(['alarm_id', 'element_id', 'since'])
    .execute();
  return new Set(
    counts
      .filter(({ count }) => count >= MAX_ALARM_NOTES)
      .map(({ alarm_id, element_id, since }) => runOf(alarm_id, element_id, since.getTime())),
  );
}

async function addNotes(change: Change<NoteActor>, { rows, text }: NewNote): Promise<Added> {
  const { tx, now, actor, record } = change;
  const full = await fullRuns(tx, actor.customer, rows);
  const isFull = (row: AlarmRow): boolean => full.has(runOf(row.alarm, row.element, row.since * 1_000));
  const open = rows.filter((row) => !isFull(row));
  const failed = rows
    .filter(isFull)
    .map((row) => ({ ...instanceOf(row), code: 'ALARM_NOTES_FULL' as const }));
  if (open.length === 0) return { done: [], notes: [], failed };
  const added = await tx
    .insertInto('alarm_note')
    .values(
      open.map(({ alarm, element, since }) => ({
        customer_id: actor.customer,
        alarm_id: alarm,
        element_id: element,
        text,
        since: dateAtMs(since * 1_000),
        author_id: actor.caller.id,
        author: displayName(actor.caller),
        created_at: now,
      })),
    )
    .returningAll()
    .execute();
  await record(added.map((row) => entryOf('alarm.note', row)));
  return {
    done: added.map((row) => ({ alarm: row.alarm_id, element: row.element_id })),
    notes: added.map(({ id }) => id),
    failed,
  };
}

/** Notes on alarms. What a caller may see is decided before. */
export class NoteRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  /** Newest first, of every run of the alarm on the element. */
  async listOfAlarm(caller: Caller, { customer, alarm, element }: AlarmInstance): Promise<AlarmNote[]> {
    const rows = await this.#needs.db
      .selectFrom('alarm_note')
      .selectAll()
      .where('customer_id', '=', customer)
      .where('alarm_id', '=', alarm)
      .where('element_id', '=', element)
      .orderBy('id', 'desc')
      .limit(MAX_ALARM_NOTES)
      .execute();
    return rows.map((row) => noteOf(row, caller));
  }

  /** Newest first, those that `sees` accepts: up to `limit`, and the cursor of those that follow. */
  async listOfPeriod(
    { caller, customer }: { readonly caller: Caller; readonly customer: number },
    { before = LAST_ID, limit = MAX_NOTES_OF_PERIOD, ...period }: NotesOfPeriod,
    sees: (instance: AlarmInstance) => boolean,
  ): Promise<{ readonly notes: AlarmNote[]; readonly next: number | null }> {
    const notes: AlarmNote[] = [];
    let next: number | null = before;
    for (let read = 0; next !== null && notes.length <= limit && read < MAX_READS; read += 1) {
      const rows: readonly NoteRow[] = await this.#rowsBefore(next, { ...period, customer });
      const found = rows.map((row) => noteOf(row, caller));
      notes.push(...found.filter((note) => sees({ customer, ...instanceOf(note) })));
      next = rows.length < ROWS_OF_READ ? null : lastId(rows);
    }
    const listed = notes.slice(0, limit);
    return { notes: listed, next: notes.length > limit ? lastId(listed) : next };
  }

  #rowsBefore(
    id: number,
    { customer, from, to, of }: Omit<NotesOfPeriod, 'before' | 'limit'> & { readonly customer: number },
  ): Promise<readonly NoteRow[]> {
    return this.#needs.db
      .selectFrom('alarm_note')
      .selectAll()
      .where('customer_id', '=', customer)
      .where('created_at', '>=', dateAtMs(from * 1_000))
      .where('created_at', '<', dateAtMs(to * 1_000))
      .where('id', '<', id)
      .where(of === undefined ? sql<boolean>`true` : isOneOf(of))
      .orderBy('id', 'desc')
      .limit(ROWS_OF_READ)
      .execute();
  }

  /** Adds a note to each run, a hundred per transaction. When a transaction fails, its alarms and the later ones are UNAVAILABLE. */
  async add({ rows, text }: NewNote, actor: NoteActor): Promise<Added> {
    const all: Added = { done: [], notes: [], failed: [] };
    for (let from = 0; from < rows.length; from += NOTES_AT_ONCE) {
      const part = rows.slice(from, from + NOTES_AT_ONCE);
      try {
        const added = await transact(this.#needs, actor, {}, (change) =>
          addNotes(change, { rows: part, text }),
        );
        all.done.push(...added.done);
        all.notes.push(...added.notes);
        all.failed.push(...added.failed);
      } catch (error) {
        if (from === 0) throw error;
        const remaining = rows
          .slice(from)
          .map((row) => ({ ...instanceOf(row), code: 'UNAVAILABLE' as const }));
        all.failed.push(...remaining);
        break;
      }
    }
    return all;
  }

  /**
   * Deletes notes of the caller; returns the alarms that they were on. Throws NOT_FOUND when one is not theirs, ALARM_NOTE_FINAL when one is
   * too old.
   */
  remove(ids: readonly number[], actor: NoteActor): Promise<readonly BulkAlarm[]> {
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      const unique = [...new Set(ids)];
      const removed = await tx
        .deleteFrom('alarm_note')
        .where('id', 'in', unique)
        .where('customer_id', '=', actor.customer)
        .where('author_id', '=', actor.caller.id)
        .returningAll()
        .execute();
      if (removed.length < unique.length) throw new ProblemError('NOT_FOUND');
      const oldest = now.getTime() - NOTE_DELETABLE_MS;
      if (removed.some(({ created_at }) => created_at.getTime() <= oldest))
        throw new ProblemError('ALARM_NOTE_FINAL');
      await record(removed.map((row) => entryOf('alarm.delete-note', row)));
      return removed.map(({ alarm_id, element_id }) => ({ alarm: alarm_id, element: element_id }));
    });
  }
}
