import type { Generated, Insertable, Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AuditFields } from '#schemas/audit/field-changes.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { unlessTaken } from './unless-taken.ts';

/** What every target of notifications is. */
interface Named {
  readonly name: string;
  readonly enabled: boolean;
}

interface Columns extends Named {
  readonly id: Generated<number>;
  readonly active_since: Date;
  readonly updated_at: Date;
}

/** What differs from one kind of target to the other. */
export interface TargetKind<Target extends Named, Row> {
  readonly table: 'webhook' | 'trap_receiver' | 'alarm_mail';
  /** The word of the audit. */
  readonly subject: string;
  readonly read: (row: Row) => Target;
  /** Opens what `read` leaves sealed: a list shows no secrets, and one that cannot be opened hides no other target. */
  readonly open?: (target: Target) => Target;
  readonly cells: (target: Target) => object;
  /** For the audit: secrets as `Secret`. */
  readonly told: (target: Target) => AuditFields;
}

interface TargetNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** The tables have these columns in common; kysely knows each of them by its own name only. */
const common = (db: Db | Tx) => db as unknown as Kysely<Record<TargetKind<Named, never>['table'], Columns>>;

/** Where notifications go, as PostgreSQL keeps it; each change is told to the audit with what was there before. */
export class TargetTable<Target extends Named, Row> {
  readonly #needs: TargetNeeds;
  readonly #kind: TargetKind<Target, Row>;

  constructor(needs: TargetNeeds, kind: TargetKind<Target, Row>) {
    this.#needs = needs;
    this.#kind = kind;
  }

  /** By name. */
  async list(): Promise<readonly (Target & { readonly id: number })[]> {
    const rows = await common(this.#needs.db)
      .selectFrom(this.#kind.table)
      .selectAll()
      .orderBy('name')
      .execute();
    return rows.map((row) => ({ ...this.#kind.read(row as Row), id: row.id }));
  }

  find(id: number): Promise<Target | undefined> {
    return this.#find(this.#needs.db, id);
  }

  async add(target: Target, audit: Audit): Promise<number> {
    const { db, clock } = this.#needs;
    const { table, cells, told } = this.#kind;
    const now = clock.now();
    const values = { ...(cells(target) as Insertable<Columns>), active_since: now, updated_at: now };
    return db.transaction().execute(async (tx) => {
      const inserted = common(tx).insertInto(table).values(values).returning('id');
      const { id } = await unlessTaken(inserted.executeTakeFirstOrThrow());
      await this.#tell(tx, audit, { act: 'create', id, target, after: told(target) });
      return id;
    });
  }

  /**
   * `complete` makes the target of the stored one. One that is switched on does not tell what was meanwhile. Throws NOT_FOUND,
   * NAME_TAKEN.
   */
  async save(id: number, complete: (stored: Target) => Target, audit: Audit): Promise<void> {
    const { db, clock } = this.#needs;
    const { table, cells, told } = this.#kind;
    await db.transaction().execute(async (tx) => {
      await common(tx).selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
      const stored = await this.#find(tx, id);
      if (stored === undefined) throw new ProblemError('NOT_FOUND');
      const target = complete(stored);
      const now = clock.now();
      const active = target.enabled && !stored.enabled ? { active_since: now } : {};
      const set = { ...cells(target), ...active, updated_at: now };
      await unlessTaken(common(tx).updateTable(table).set(set).where('id', '=', id).execute());
      await this.#tell(tx, audit, { act: 'update', id, target, before: told(stored), after: told(target) });
    });
  }

  /** Throws NOT_FOUND. */
  async remove(id: number, audit: Audit): Promise<void> {
    const { table, told } = this.#kind;
    await this.#needs.db.transaction().execute(async (tx) => {
      const stored = await this.#stored(tx, id);
      const { numDeletedRows } = await common(tx).deleteFrom(table).where('id', '=', id).executeTakeFirst();
      if (stored === undefined || numDeletedRows === 0n) throw new ProblemError('NOT_FOUND');
      await this.#tell(tx, audit, { act: 'delete', id, target: stored, before: told(stored) });
    });
  }

  async #find(db: Db | Tx, id: number): Promise<Target | undefined> {
    const stored = await this.#stored(db, id);
    return stored && (this.#kind.open?.(stored) ?? stored);
  }

  async #stored(db: Db | Tx, id: number): Promise<Target | undefined> {
    const row = await common(db)
      .selectFrom(this.#kind.table)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && this.#kind.read(row as Row);
  }

  #tell(
    tx: Tx,
    audit: Audit,
    {
      act,
      id,
      target,
      ...difference
    }: {
      readonly act: 'create' | 'update' | 'delete';
      readonly id: number;
      readonly target: Target;
      readonly before?: AuditFields;
      readonly after?: AuditFields;
    },
  ): Promise<void> {
    const { subject } = this.#kind;
    return audit(tx, {
      action: `${subject}.${act}`,
      subject,
      subjectId: id,
      subjectName: target.name,
      ...difference,
    });
  }
}
