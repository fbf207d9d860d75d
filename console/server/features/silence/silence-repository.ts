import type { Selectable, Updateable } from 'kysely';
import { later } from '#platform/clock/later.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { readReached } from '#platform/resource/reached-customers.ts';
import { occurrencesFrom } from '#schemas/silence/occurrence.ts';
import type { SilenceEntry } from '#schemas/silence/routes.ts';
import { stateAt } from '#schemas/silence/rules.ts';
import type { SilenceDraft } from '#schemas/silence/silence.ts';
import type { Database } from '#schemas/table/postgres.ts';

type Row = Selectable<Database['silence']>;

const NEXT = 5;
const MOST_LISTED = 1_000;
const MOST_OVER = 100;

/** Whose silence: of a customer, or null for the provider's. */
type Owner = number | null;

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
  const { id, customer_id: customer, match, reason, author, version } = row;
  return { id, customer, match, reason, author, version, ...times, state: stateAt(times, now), next };
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
    author: { readonly id: number; readonly name: string },
  ): Promise<SilenceEntry> {
    const row = await this.#db
      .insertInto('silence')
      .values({ customer_id: owner, author_id: author.id, author: author.name, ...this.#columns(draft) })
      .returningAll()
      .executeTakeFirstOrThrow();
    return entryOf(row, this.#clock.now().getTime());
  }

  /** Undefined when somebody else changed it since `version`. */
  change(
    { id, version }: Pick<SilenceEntry, 'id' | 'version'>,
    draft: SilenceDraft,
  ): Promise<SilenceEntry | undefined> {
    return this.#update({ id, version }, this.#columns(draft));
  }

  /** Ends it now; one that has not begun never does. Undefined when somebody else changed it since `version`. */
  end({ id, version, startsAt }: SilenceEntry): Promise<SilenceEntry | undefined> {
    const now = this.#clock.now();
    return this.#update({ id, version }, { ends_at: later(now, Math.max(0, startsAt - now.getTime())) });
  }

  async #update(
    { id, version }: Pick<SilenceEntry, 'id' | 'version'>,
    columns: Updateable<Database['silence']>,
  ): Promise<SilenceEntry | undefined> {
    const now = this.#clock.now();
    const row = await this.#db
      .updateTable('silence')
      .set({ ...columns, version: version + 1, updated_at: now })
      .where('id', '=', id)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst();
    return row && entryOf(row, now.getTime());
  }

  #columns({ match, reason, startsAt, endsAt, recurrence }: SilenceDraft) {
    const now = this.#clock.now();
    const instant = (ms: number) => later(now, ms - now.getTime());
    return {
      match,
      reason,
      starts_at: instant(startsAt),
      ends_at: endsAt === null ? null : instant(endsAt),
      recurrence,
    };
  }
}
