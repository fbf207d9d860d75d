import type { Selectable, Updateable } from 'kysely';
import { addMs, dateAtMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { readReached } from '#platform/resource/reached-customers.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { occurrencesFrom } from '#schemas/silence/occurrence.ts';
import type { SilenceEntry } from '#schemas/silence/routes.ts';
import { silenceStateAt } from '#schemas/silence/rules.ts';
import { isMaintenance } from '#schemas/silence/silence.ts';
import type { SilenceDraft } from '#schemas/silence/silence.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Audit, AuditEntry, Tx } from '../../kernel/audit/audit-trail.ts';

type Row = Selectable<Database['silence']>;

const NEXT = 5;
const MOST_LISTED = 1_000;
const MOST_OVER = 100;

/** Whose silence: of a customer, or null for the provider's. */
type Owner = number | null;

const instantText = (ms: number | null): string | null => (ms === null ? null : dateAtMs(ms).toISOString());

/** What the audit tells of a silence. */
const told = ({ match, reason, startsAt, endsAt, recurrence, maintenance }: SilenceDraft) =>
  fieldsOf({
    ...{ reason, startsAt: instantText(startsAt), endsAt: instantText(endsAt) },
    ...{ ...match, recurrence, maintenance },
  });

const entryFor = (
  action: string,
  { id, customer, reason }: SilenceEntry,
  difference: Pick<AuditEntry, 'before' | 'after'>,
): AuditEntry => ({
  action,
  ...{ subject: 'silence', subjectId: id, subjectName: reason },
  ...(customer === null ? {} : { customer }),
  ...difference,
});

function entryOf(row: Row, now: number): SilenceEntry {
  const times = {
    startsAt: row.starts_at.getTime(),
    endsAt: row.ends_at?.getTime() ?? null,
    recurrence: row.recurrence,
  };
  const next = occurrencesFrom(times, now)
    .take(NEXT)
    .map(({ from, until }) => ({ from, until: until === Infinity ? null : until }))
    .toArray();
  const { id, customer_id: customer, match, reason, author, version, maintenance } = row;
  const facts = { id, customer, match, reason, author, version, maintenance };
  return { ...facts, ...times, state: silenceStateAt(times, now), next };
}

/** Who makes a silence. */
interface SilenceAuthor {
  readonly id: number;
  readonly name: string;
  readonly audit: Audit;
}

/** Silences of the owners, newest first. */
export class SilenceRepository {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Those of a customer and of the provider, or of the provider alone. */
  async list(owner: Owner, over: boolean): Promise<SilenceEntry[]> {
    const now = this.#clock.now();
    const rows = await this.#db
      .selectFrom('silence')
      .selectAll()
      .where((where) =>
        owner === null
          ? where('customer_id', 'is', null)
          : where.or([where('customer_id', '=', owner), where('customer_id', 'is', null)]),
      )
      .where((where) =>
        over ? where.lit(true) : where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]),
      )
      .orderBy('id', 'desc')
      .limit(MOST_LISTED)
      .execute();
    const entries = rows.map((row) => entryOf(row, now.getTime()));
    const past = entries.filter(({ state }) => state === 'over').slice(0, over ? MOST_OVER : 0);
    return [...entries.filter(({ state }) => state !== 'over'), ...past];
  }

  /** Alarms that concern the owner: those of cockpits that are shared with the customer, or all of them. */
  async alarmNames(owner: Owner): Promise<{ id: number; name: string }[]> {
    const [rows, reached] = await Promise.all([
      this.#db
        .selectFrom('cockpit_alarm')
        .select(['id', 'label as name', 'cockpit_id'])
        .orderBy('label')
        .orderBy('id')
        .execute(),
      readReached(this.#db, 'cockpit'),
    ]);
    const concerns = (cockpit: number): boolean =>
      owner === null || (reached.has(cockpit) && (reached.get(cockpit)?.includes(owner) ?? true));
    return rows.flatMap(({ id, name, cockpit_id }) => (concerns(cockpit_id) ? [{ id, name }] : []));
  }

  async find(owner: Owner, id: number): Promise<SilenceEntry | undefined> {
    const row = await this.#db
      .selectFrom('silence')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', owner === null ? 'is' : '=', owner)
      .executeTakeFirst();
    return row && entryOf(row, this.#clock.now().getTime());
  }

  async add(
    owner: Owner,
    draft: SilenceDraft,
    { id: author_id, name: author, audit }: SilenceAuthor,
  ): Promise<SilenceEntry> {
    return this.#db.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto('silence')
        .values({ customer_id: owner, author_id, author, ...this.#columns(draft) })
        .returningAll()
        .executeTakeFirstOrThrow();
      const made = entryOf(row, this.#clock.now().getTime());
      await audit(tx, entryFor('silence.create', made, { after: told(made) }));
      return made;
    });
  }

  /** `before`: as its version is stored. Undefined when somebody else changed it since. */
  change(
    before: SilenceEntry,
    { silence, audit }: { readonly silence: SilenceDraft; readonly audit: Audit },
  ): Promise<SilenceEntry | undefined> {
    return this.#db
      .transaction()
      .execute((tx) =>
        this.#update(tx, before, { action: 'silence.update', columns: this.#columns(silence), audit }),
      );
  }

  /** Ends it now; one that has not begun never does. Undefined when somebody else changed it since `version`. */
  end(before: SilenceEntry, audit: Audit): Promise<SilenceEntry | undefined> {
    const now = this.#clock.now();
    const columns = { ends_at: addMs(now, Math.max(0, before.startsAt - now.getTime())) };
    return this.#db
      .transaction()
      .execute((tx) => this.#update(tx, before, { action: 'silence.end', columns, audit }));
  }

  async #update(
    tx: Tx,
    before: SilenceEntry,
    {
      action,
      columns,
      audit,
    }: {
      readonly action: string;
      readonly columns: Updateable<Database['silence']>;
      readonly audit: Audit;
    },
  ): Promise<SilenceEntry | undefined> {
    const { id, version } = before;
    const now = this.#clock.now();
    const row = await tx
      .updateTable('silence')
      .set({ ...columns, version: version + 1, updated_at: now })
      .where('id', '=', id)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const after = entryOf(row, now.getTime());
    await audit(tx, entryFor(action, after, { before: told(before), after: told(after) }));
    return after;
  }

  #columns(draft: SilenceDraft) {
    const { match, reason, startsAt, endsAt, recurrence } = draft;
    const now = this.#clock.now();
    const instant = (ms: number) => addMs(now, ms - now.getTime());
    return {
      match,
      reason,
      starts_at: instant(startsAt),
      ends_at: endsAt === null ? null : instant(endsAt),
      recurrence,
      maintenance: isMaintenance(draft),
    };
  }
}
