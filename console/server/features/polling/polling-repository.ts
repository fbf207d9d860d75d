import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { sqlStateOf } from '#platform/postgres/postgres.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { countersNamed } from '#schemas/kpi/formulas.ts';
import { counterKindOf, isBuiltInCounter } from '#schemas/polling/poller.ts';
import type { PollerDefinition } from '#schemas/polling/poller.ts';
import { MOST_POLLERS } from '#schemas/polling/routes.ts';
import type { poller } from '#schemas/table/polling.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

export type PollerRow = Row<typeof poller>;
type Tx = Transaction<Database>;

const UNIQUE_VIOLATION = '23505';

/** Who changes something, and when. */
export interface Change {
  readonly by: string;
  readonly at: Date;
}

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

/** The counters that a poller gives; what others save of pollers and KPIs waits until the transaction ends. */
async function lockedCounters(tx: Tx, id: number): Promise<readonly string[]> {
  await sql`LOCK TABLE poller IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  const row = await tx.selectFrom('poller').select('counters').where('id', '=', id).executeTakeFirst();
  return row?.counters ?? [];
}

/** Refuses a change that leaves a counter without a poller while the formula of a KPI names it. */
async function refuseOrphans(tx: Tx, before: readonly string[]): Promise<void> {
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
      return tx
        .insertInto('poller')
        .values(cellsOf(definition, change))
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  update(id: number, definition: PollerDefinition, change: Change): Promise<PollerRow> {
    return this.#write(async (tx) => {
      const before = await lockedCounters(tx, id);
      await allocateCounter(tx, definition);
      const row = await tx
        .updateTable('poller')
        .set(cellsOf(definition, change))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw new ProblemError('NOT_FOUND');
      await refuseOrphans(tx, before);
      return row;
    });
  }

  async activate(id: number, active: boolean, { by, at }: Change): Promise<PollerRow> {
    const row = await this.#db
      .updateTable('poller')
      .set({ active, updated_by: by, updated_at: at })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row;
  }

  async activateBuiltIn(key: string, active: boolean, { by, at }: Change): Promise<void> {
    if (active) await this.#db.deleteFrom('deactivated_poller').where('key', '=', key).execute();
    else
      await this.#db
        .insertInto('deactivated_poller')
        .values({ key, by, at })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
  }

  async remove(id: number): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const before = await lockedCounters(tx, id);
      const { numDeletedRows } = await tx.deleteFrom('poller').where('id', '=', id).executeTakeFirst();
      if (numDeletedRows === 0n) throw new ProblemError('NOT_FOUND');
      await refuseOrphans(tx, before);
    });
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
