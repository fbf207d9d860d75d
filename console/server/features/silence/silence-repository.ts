import type { Selectable, Updateable } from 'kysely';
import { addMs, dateAtMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { elementLabel, elementOf } from '#schemas/inventory/element-of.ts';
import { occurrencesFrom } from '#schemas/silence/occurrence.ts';
import type { SilenceDetails, SilenceEntry, SilenceList } from '#schemas/silence/routes.ts';
import { silenceStateAt } from '#schemas/silence/rules.ts';
import { isMaintenance, type SilenceDraft } from '#schemas/silence/silence.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { displayName } from '../../kernel/access/caller.ts';
import type { AuditEntry, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { readAlarmNames } from '../../shared/resource/alarm-names.ts';
import { silenceDraftFaults } from './draft-faults.ts';
import { SilenceAccess, type SilenceAccessNeeds, type SilenceScope } from './silence-access.ts';

type SilenceRow = Selectable<Database['silence']>;

const MAX_NEXT_OCCURRENCES = 5;
const MAX_LISTED = 1_000;
const MAX_LISTED_OVER = 100;

/** The acting user, and the customer whose silences change. Null: the silences of the provider. */
export interface SilenceActor extends Actor {
  readonly customer: number | null;
}

const instantText = (ms: number | null): string | null => (ms === null ? null : dateAtMs(ms).toISOString());

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ match, reason, startsAt, endsAt, recurrence, maintenance }: SilenceDraft) =>
  fieldsOf({
    reason,
    startsAt: instantText(startsAt),
    endsAt: instantText(endsAt),
    ...match,
    recurrence,
    maintenance,
  });

const auditEntry = (
  action: string,
  { id, customer, reason }: SilenceEntry,
  difference: Pick<AuditEntry, 'before' | 'after'>,
): AuditEntry => ({
  action,
  subject: 'silence',
  subjectId: id,
  subjectName: reason,
  ...(customer === null ? {} : { customer }),
  ...difference,
});

function entryOf(row: SilenceRow, now: number): SilenceEntry {
  const times = {
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at?.getTime() ?? null,
    recurrence: row.recurrence,
  };
  const next = occurrencesFrom(times, now)
    .take(MAX_NEXT_OCCURRENCES)
    .map(({ from, until }) => ({ from, until: until === Infinity ? null : until }))
    .toArray();
  const { id, customer_id: customer, match, reason, author, version, maintenance } = row;
  const fields = { id, customer, match, reason, author, version, maintenance };
  return { ...fields, ...times, state: silenceStateAt(times, now), next };
}

function columnsOfDraft(draft: SilenceDraft) {
  const { match, reason, startsAt, endsAt, recurrence } = draft;
  return {
    match,
    reason,
    starts_at: dateAtMs(startsAt),
    ends_at: endsAt === null ? null : dateAtMs(endsAt),
    recurrence,
    maintenance: isMaintenance(draft),
  };
}

/** The silences of a customer and of the provider, or those of the provider alone, newest first. */
const selectSilences = (db: Db, customer: number | null, endingAfter: Date | undefined) =>
  db
    .selectFrom('silence')
    .selectAll()
    .where((where) =>
      customer === null
        ? where('customer_id', 'is', null)
        : where.or([where('customer_id', '=', customer), where('customer_id', 'is', null)]),
    )
    .where((where) =>
      endingAfter === undefined
        ? where.lit(true)
        : where.or([where('ends_at', 'is', null), where('ends_at', '>', endingAfter)]),
    )
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();

async function findSilence(
  tx: Tx,
  { id, customer }: { readonly id: number; readonly customer: number | null },
  now: Date,
): Promise<SilenceEntry | undefined> {
  const row = await tx
    .selectFrom('silence')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', customer === null ? 'is' : '=', customer)
    .executeTakeFirst();
  return row && entryOf(row, now.getTime());
}

/** Throws CONFLICT when the silence changed since it was read. */
async function updateSilence(
  { tx, now, record }: Change,
  before: SilenceEntry,
  { action, columns }: { readonly action: string; readonly columns: Updateable<Database['silence']> },
): Promise<SilenceEntry> {
  const { id, version } = before;
  const row = await tx
    .updateTable('silence')
    .set({ ...columns, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('CONFLICT');
  const after = entryOf(row, now.getTime());
  await record(auditEntry(action, after, { before: auditSnapshot(before), after: auditSnapshot(after) }));
  return after;
}

interface SilenceRepositoryNeeds extends SilenceAccessNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** Silences of customers, and those of the provider, which apply to all customers. */
export class SilenceRepository {
  readonly #needs: SilenceRepositoryNeeds;

  constructor(needs: SilenceRepositoryNeeds) {
    this.#needs = needs;
  }

  /** The silences that the caller may see, newest first, with the names of the alarms and elements that they match. */
  async list(scope: SilenceScope, withOver: boolean): Promise<SilenceList> {
    const { db, clock, inventory } = this.#needs;
    const access = new SilenceAccess(this.#needs, scope);
    const now = clock.now();
    const [rows, alarms] = await Promise.all([
      selectSilences(db, scope.customer, withOver ? undefined : now),
      readAlarmNames(db, scope),
    ]);
    const entries = rows.map((row) => entryOf(row, now.getTime()));
    const over = entries.filter(({ state }) => state === 'over').slice(0, withOver ? MAX_LISTED_OVER : 0);
    const silences = [...entries.filter(({ state }) => state !== 'over'), ...over].filter(({ match }) =>
      access.canRead(match),
    );
    const elements = new Set(silences.flatMap(({ match }) => match.elements));
    return {
      silences,
      alarms: alarms.flatMap(({ id, name }) => (access.seesAlarm(id) ? [{ id, name }] : [])),
      elements: [...elements].flatMap((id) => {
        const name = elementOf(inventory.current, id)?.name;
        return name === undefined ? [] : [{ id, name }];
      }),
    };
  }

  /** A silence of the customer or of the provider, also an ended one. Throws NOT_FOUND for one that the caller may not read. */
  async read(id: number, scope: SilenceScope): Promise<SilenceDetails> {
    const { db, clock, inventory } = this.#needs;
    const [row, names] = await Promise.all([
      db
        .selectFrom('silence')
        .selectAll()
        .where('id', '=', id)
        .where((where) =>
          where.or([where('customer_id', '=', scope.customer), where('customer_id', 'is', null)]),
        )
        .executeTakeFirst(),
      readAlarmNames(db, scope),
    ]);
    const access = new SilenceAccess(this.#needs, scope);
    if (row === undefined || !access.canRead(row.match)) throw new ProblemError('NOT_FOUND');
    const silence = entryOf(row, clock.now().getTime());
    const { alarms, sites, elements } = silence.match;
    const named = (ids: readonly number[]) =>
      ids.map((each) => ({ id: each, name: elementLabel(inventory.current, each) }));
    return {
      silence,
      alarms: names
        .filter((each) => alarms.includes(each.id))
        .map(({ id: alarm, name }) => ({ id: alarm, name })),
      sites: named(sites).filter(({ name }) => name !== ''),
      elements: named(elements).filter(({ name }) => name !== ''),
    };
  }

  async create(draft: SilenceDraft, actor: SilenceActor): Promise<SilenceEntry> {
    this.#check(draft, 'body', actor);
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      const row = await tx
        .insertInto('silence')
        .values({
          customer_id: actor.customer,
          author_id: actor.caller.id,
          author: displayName(actor.caller),
          ...columnsOfDraft(draft),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const created = entryOf(row, now.getTime());
      await record(auditEntry('silence.create', created, { after: auditSnapshot(created) }));
      return created;
    });
  }

  /** Throws NOT_FOUND, SILENCE_OVER, VALIDATION, CONFLICT. */
  update(
    id: number,
    { silence, version }: { readonly silence: SilenceDraft; readonly version: number },
    actor: SilenceActor,
  ): Promise<SilenceEntry> {
    return transact(this.#needs, actor, {}, async (change) => {
      const before = await this.#readActive(change, id);
      this.#check(silence, 'body.silence', actor);
      rejectStale(before.version, version);
      const columns = columnsOfDraft(silence);
      return updateSilence(change, before, { action: 'silence.update', columns });
    });
  }

  /** Ends a silence now, or before its start. Throws NOT_FOUND, SILENCE_OVER. */
  expire(id: number, actor: SilenceActor): Promise<SilenceEntry> {
    return transact(this.#needs, actor, {}, async (change) => {
      const before = await this.#readActive(change, id);
      const { now } = change;
      const columns = { ends_at: addMs(now, Math.max(0, before.startsAt - now.getTime())) };
      return updateSilence(change, before, { action: 'silence.expire', columns });
    });
  }

  /** A silence that is not over. Throws NOT_FOUND for one that the caller may not read, SILENCE_OVER. */
  async #readActive({ tx, now, actor }: Change<SilenceActor>, id: number): Promise<SilenceEntry> {
    const found = await findSilence(tx, { id, customer: actor.customer }, now);
    const access = new SilenceAccess(this.#needs, actor);
    if (found === undefined || !access.canRead(found.match)) throw new ProblemError('NOT_FOUND');
    if (found.state === 'over') throw new ProblemError('SILENCE_OVER');
    return found;
  }

  #check(draft: SilenceDraft, where: string, actor: SilenceActor): void {
    const { inventory, clock } = this.#needs;
    const access = new SilenceAccess(this.#needs, actor);
    const errors = silenceDraftFaults(draft, {
      where,
      customer: actor.customer,
      inventory: inventory.current,
      now: clock.now().getTime(),
      seesAlarm: (alarm) => access.seesAlarm(alarm),
      sites: access.sites,
    });
    if (errors.length > 0) throw new ProblemError('VALIDATION', { errors });
  }
}
