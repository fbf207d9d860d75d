import { sql } from 'kysely';
import type { Updateable } from 'kysely';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { countersNamed } from '#schemas/kpi/formulas.ts';
import { counterKindOf, isBuiltInCounter } from '#schemas/polling/poller.ts';
import type { PollerDefinition } from '#schemas/polling/poller.ts';
import { MOST_POLLERS } from '#schemas/polling/routes.ts';
import type { poller } from '#schemas/table/polling.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

export type PollerRow = Row<typeof poller>;

const UNIQUE_VIOLATION = '23505';

/** Who changes something, and when. */
export interface Change {
  readonly by: string;
  readonly at: Date;
  readonly audit: Audit;
}

/** What the audit tells of a poller. */
const told = ({ id: _id, updated_at: _at, updated_by: _by, ...row }: PollerRow) => fieldsOf(row);
const subjectOf = ({ id, name }: PollerRow) => ({ subject: 'poller', subjectId: id, subjectName: name });

const cellsOf = (definition: PollerDefinition, { by, at }: Change) => ({
  name: definition.name,
  active: definition.active,
  level: definition.level,
  oid: definition.oid,
  script: definition.script,
  value_type: definition.valueType,
  default_value: definition.defaultValue,
  incremental: definition.incremental,
  counters: definition.counters,
  updated_at: at,
  updated_by: by,
});

const wrongCounter = (message: string): ProblemError =>
  new ProblemError('VALIDATION', { errors: [{ path: 'body.counters.0', message }] });

/** Gives the counter of a definition its number. One that exists is taken when its values mean the same. */
async function allocateCounter(tx: Tx, definition: PollerDefinition): Promise<void> {
  const [key = ''] = definition.counters;
  if (isBuiltInCounter(key)) return;
  const kind = counterKindOf(definition);
  const element = definition.level;
  const known = await tx.selectFrom('polled_counter').selectAll().where('key', '=', key).executeTakeFirst();
  if (known === undefined) await tx.insertInto('polled_counter').values({ key, kind, element }).execute();
  else if (known.kind !== kind || known.element !== element)
    throw wrongCounter(
      `"${key}" is kept as a ${known.kind} of the level ${known.element}, and this is a ${kind} of the level ${element}: take another key`,
    );
}

/** The poller as it is; what others save of pollers and KPIs waits until the transaction ends. Throws NOT_FOUND. */
async function lockedPoller(tx: Tx, id: number): Promise<PollerRow> {
  await sql`LOCK TABLE poller IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  const row = await tx.selectFrom('poller').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return row;
}

/** Refuses a change that leaves a counter without a poller while the formula of a KPI names it. */
async function refuseOrphans(tx: Tx, { counters: before }: PollerRow): Promise<void> {
  const pollers = await tx.selectFrom('poller').select('counters').execute();
  const given = new Set(pollers.flatMap(({ counters }) => counters));
  const kpis = await tx
    .selectFrom('kpi_definition')
    .select(['key', 'name_en', 'formulas'])
    .orderBy('key')
    .execute();
  for (const counter of before.filter((key) => !given.has(key) && !isBuiltInCounter(key))) {
    const users = kpis.filter((kpi) => countersNamed(kpi).includes(counter));
    if (users.length === 0) continue;
    const named = users.map(({ key, name_en }) => `${name_en} (${key})`).join(', ');
    throw new ProblemError('COUNTER_IN_USE', {
      params: { counter, kpis: named },
      errors: [{ path: 'body.counters.0', message: `"${counter}" is used by ${named}` }],
    });
  }
}

/** Pollers that administrators defined, and the built-in ones that they switched off. */
export class PollingRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async defined(): Promise<readonly PollerRow[]> {
    return this.#db.selectFrom('poller').selectAll().orderBy('name').execute();
  }

  async counterIds(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.selectFrom('polled_counter').select(['id', 'key']).execute();
    return new Map(rows.map(({ id, key }) => [key, id]));
  }

  /** When and by whom each built-in poller was switched off. */
  async deactivated(): Promise<ReadonlyMap<string, { readonly at: Date; readonly by: string | null }>> {
    const rows = await this.#db.selectFrom('deactivated_poller').selectAll().execute();
    return new Map(rows.map(({ key, at, by }) => [key, { at, by }]));
  }

  create(definition: PollerDefinition, change: Change): Promise<PollerRow> {
    return this.#write(async (tx) => {
      // Two that come at once would both find room.
      await sql`LOCK TABLE poller IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
      const { count } = await tx
        .selectFrom('poller')
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= MOST_POLLERS)
        throw new ProblemError('POLLER_MAXIMUM_REACHED', { params: { max: MOST_POLLERS } });
      await allocateCounter(tx, definition);
      const made = await tx
        .insertInto('poller')
        .values(cellsOf(definition, change))
        .returningAll()
        .executeTakeFirstOrThrow();
      await change.audit(tx, { action: 'poller.create', ...subjectOf(made), after: told(made) });
      return made;
    });
  }

  update(id: number, definition: PollerDefinition, change: Change): Promise<PollerRow> {
    return this.#write(async (tx) => {
      const before = await lockedPoller(tx, id);
      await allocateCounter(tx, definition);
      const after = await this.#set(tx, before, { cells: cellsOf(definition, change), audit: change.audit });
      await refuseOrphans(tx, before);
      return after;
    });
  }

  activate(id: number, active: boolean, { by, at, audit }: Change): Promise<PollerRow> {
    return this.#write(async (tx) => {
      const cells = { active, updated_by: by, updated_at: at };
      return this.#set(tx, await lockedPoller(tx, id), { cells, audit });
    });
  }

  async activateBuiltIn(key: string, active: boolean, { by, at, audit }: Change): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('deactivated_poller')
        .where('key', '=', key)
        .executeTakeFirst();
      if (!active) await tx.insertInto('deactivated_poller').values({ key, by, at }).execute();
      const subject = { subject: 'poller', subjectId: key, subjectName: key };
      const before = { active: numDeletedRows === 0n };
      await audit(tx, { action: 'poller.update', ...subject, before, after: { active } });
    });
  }

  async remove(id: number, audit: Audit): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const before = await lockedPoller(tx, id);
      await tx.deleteFrom('poller').where('id', '=', id).execute();
      await refuseOrphans(tx, before);
      await audit(tx, { action: 'poller.delete', ...subjectOf(before), before: told(before) });
    });
  }

  async #set(
    tx: Tx,
    before: PollerRow,
    { cells, audit }: { readonly cells: Updateable<Database['poller']>; readonly audit: Audit },
  ): Promise<PollerRow> {
    const after = await tx
      .updateTable('poller')
      .set(cells)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const difference = { before: told(before), after: told(after) };
    await audit(tx, { action: 'poller.update', ...subjectOf(after), ...difference });
    return after;
  }

  /** A name that is taken is the problem NOT_UNIQUE. */
  async #write(run: (tx: Tx) => Promise<PollerRow>): Promise<PollerRow> {
    try {
      return await this.#db.transaction().execute(run);
    } catch (error) {
      if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
      throw new ProblemError('NOT_UNIQUE', {
        errors: [{ path: 'body.name', message: 'another poller has this name' }],
        cause: error,
      });
    }
  }
}
