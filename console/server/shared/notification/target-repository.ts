import type { Generated, Insertable, Kysely } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AuditFields } from '#schemas/audit/field-changes.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact, type Actor, type Change } from '../repository/transact.ts';

/** The fields that every notification target has. */
interface TargetFields {
  readonly name: string;
  readonly enabled: boolean;
}

interface TargetColumns extends TargetFields {
  readonly id: Generated<number>;
  readonly active_since: Date;
  readonly updated_at: Date;
}

/** What differs between the kinds of targets. */
export interface TargetKind<Target extends TargetFields, Row> {
  readonly table: 'webhook' | 'trap_receiver' | 'alarm_mail';
  /** The subject of audit entries. */
  readonly subject: string;
  readonly parse: (row: Row) => Target;
  /** Opens secrets that `parse` leaves sealed. A list needs no secrets, and one that cannot be opened hides no other target. */
  readonly open?: (target: Target) => Target;
  readonly columns: (target: Target) => object;
  /** Fields recorded in the audit trail, secrets as `Secret`. */
  readonly auditSnapshot: (target: Target) => AuditFields;
}

interface TargetRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** The tables share these columns. Kysely knows each table by its own name only. */
const common = (db: Db | Tx) =>
  db as unknown as Kysely<Record<TargetKind<TargetFields, never>['table'], TargetColumns>>;

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

/** Targets of notifications of one kind. */
export class TargetRepository<Target extends TargetFields, Row> {
  readonly #needs: TargetRepositoryNeeds;
  readonly #kind: TargetKind<Target, Row>;

  constructor(needs: TargetRepositoryNeeds, kind: TargetKind<Target, Row>) {
    this.#needs = needs;
    this.#kind = kind;
  }

  /** By name, secrets sealed. */
  async list(): Promise<readonly (Target & { readonly id: number })[]> {
    const rows = await common(this.#needs.db)
      .selectFrom(this.#kind.table)
      .selectAll()
      .orderBy('name', asNames)
      .execute();
    return rows.map((row) => ({ ...this.#kind.parse(row as Row), id: row.id }));
  }

  /** Undefined when there is no such target. */
  find(id: number): Promise<Target | undefined> {
    return this.#readOpened(this.#needs.db, id);
  }

  /** Returns the id of the new target. Throws NAME_TAKEN. */
  create(target: Target, actor: Actor): Promise<number> {
    const { table, columns, auditSnapshot } = this.#kind;
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx, now } = change;
      const values = {
        ...(columns(target) as Insertable<TargetColumns>),
        active_since: now,
        updated_at: now,
      };
      const { id } = await common(tx)
        .insertInto(table)
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      await this.#record(change, { act: 'create', id, target, after: auditSnapshot(target) });
      return id;
    });
  }

  /**
   * `complete` returns the new target from the stored one. An enabled target does not send events from the time when it was disabled.
   * Throws NOT_FOUND, NAME_TAKEN.
   */
  update(id: number, complete: (stored: Target) => Target, actor: Actor): Promise<void> {
    const { table, columns, auditSnapshot } = this.#kind;
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx, now } = change;
      await common(tx).selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
      const stored = await this.#readOpened(tx, id);
      if (stored === undefined) throw new ProblemError('NOT_FOUND');
      const target = complete(stored);
      const active = target.enabled && !stored.enabled ? { active_since: now } : {};
      const set = { ...columns(target), ...active, updated_at: now };
      await common(tx).updateTable(table).set(set).where('id', '=', id).execute();
      const difference = { before: auditSnapshot(stored), after: auditSnapshot(target) };
      await this.#record(change, { act: 'update', id, target, ...difference });
    });
  }

  /** Throws NOT_FOUND. */
  delete(id: number, actor: Actor): Promise<void> {
    const { table, auditSnapshot } = this.#kind;
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx } = change;
      const stored = await this.#readSealed(tx, id);
      const { numDeletedRows } = await common(tx).deleteFrom(table).where('id', '=', id).executeTakeFirst();
      if (stored === undefined || numDeletedRows === 0n) throw new ProblemError('NOT_FOUND');
      await this.#record(change, { act: 'delete', id, target: stored, before: auditSnapshot(stored) });
    });
  }

  async #readOpened(db: Db | Tx, id: number): Promise<Target | undefined> {
    const stored = await this.#readSealed(db, id);
    return stored && (this.#kind.open?.(stored) ?? stored);
  }

  async #readSealed(db: Db | Tx, id: number): Promise<Target | undefined> {
    const row = await common(db)
      .selectFrom(this.#kind.table)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && this.#kind.parse(row as Row);
  }

  #record(
    { record }: Change,
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
    return record({
      action: `${subject}.${act}`,
      subject,
      subjectId: id,
      subjectName: target.name,
      ...difference,
    });
  }
}
