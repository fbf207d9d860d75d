import { sql, type Updateable } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { loadOverrides } from '#platform/kpi/load.ts';
import { isLibraryKey, kpis as library } from '#schemas/kpi/library.ts';
import type { FormulaOverride } from '#schemas/kpi/definition.ts';
import { countersNamed } from '#schemas/kpi/formulas.ts';
import { counterKindOf, isBuiltInCounter, type PollerDefinition } from '#schemas/polling/poller.ts';
import { MAX_POLLERS } from '#schemas/polling/routes.ts';
import type { kpiDefinition } from '#schemas/table/kpi.ts';
import type { poller } from '#schemas/table/polling.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';

export type PollerRow = Row<typeof poller>;

const kpiColumns = ['key', 'name_en', 'name_fr', 'element', 'formulas'] as const;
/** A defined KPI as far as pollers concern it. */
export type DefinedKpiRow = Pick<Row<typeof kpiDefinition>, (typeof kpiColumns)[number]>;

/** What formulas may name counters. */
export interface FormulaHolders {
  readonly defined: readonly DefinedKpiRow[];
  readonly overrides: readonly FormulaOverride[];
}

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ id: _id, updated_at: _at, updated_by: _by, ...row }: PollerRow) => fieldsOf(row);
const auditSubject = ({ id, name }: PollerRow) => ({ subject: 'poller', subjectId: id, subjectName: name });

const columnsOfDefinition = (definition: PollerDefinition, { actor, now }: Change) => ({
  name: definition.name,
  active: definition.active,
  level: definition.level,
  oid: definition.oid,
  script: definition.script,
  value_type: definition.valueType,
  default_value: definition.defaultValue,
  incremental: definition.incremental,
  counters: definition.counters,
  updated_at: now,
  updated_by: actor.caller.username,
});

/** Allocates the number of the counter of a definition. An existing counter is reused when its values mean the same. */
async function allocateCounter(tx: Tx, definition: PollerDefinition): Promise<void> {
  const [key = ''] = definition.counters;
  if (isBuiltInCounter(key)) return;
  const kind = counterKindOf(definition);
  const element = definition.level;
  const known = await tx.selectFrom('polled_counter').selectAll().where('key', '=', key).executeTakeFirst();
  if (known === undefined) await tx.insertInto('polled_counter').values({ key, kind, element }).execute();
  else if (known.kind !== kind || known.element !== element)
    throw new ProblemError('VALIDATION', {
      errors: [
        {
          path: 'body.counters.0',
          code: 'COUNTER_STORED',
          params: {
            counter: key,
            counterKind: known.kind,
            level: known.element,
            ownKind: kind,
            ownLevel: element,
          },
        },
      ],
    });
}

/** Blocks other changes of pollers and KPIs until the end of the transaction. */
const lockPollers = (tx: Tx) => sql`LOCK TABLE poller IN SHARE ROW EXCLUSIVE MODE`.execute(tx);

/** The poller, with the table locked. Throws NOT_FOUND. */
async function lockPoller(tx: Tx, id: number): Promise<PollerRow> {
  await lockPollers(tx);
  const row = await tx.selectFrom('poller').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return row;
}

/** Throws COUNTER_IN_USE for a change that leaves a counter without a poller while the formula of a KPI names it. */
async function rejectOrphans(tx: Tx, { counters: before }: PollerRow): Promise<void> {
  const pollers = await tx.selectFrom('poller').select('counters').execute();
  const supplied = new Set(pollers.flatMap(({ counters }) => counters));
  const kpis = await tx
    .selectFrom('kpi_definition')
    .select(['key', 'name_en', 'formulas'])
    .orderBy('key')
    .execute();
  const overrides = await loadOverrides(tx);
  const holders = [
    ...kpis,
    ...overrides.map(({ kpi, scope, formula }) => ({
      key: kpi,
      name_en: isLibraryKey(kpi) ? library[kpi].en : kpi,
      formulas: { [scope]: formula },
    })),
  ];
  for (const counter of before.filter((key) => !supplied.has(key) && !isBuiltInCounter(key))) {
    const users = holders.filter((kpi) => countersNamed(kpi).includes(counter));
    if (users.length === 0) continue;
    const named = [...new Set(users.map(({ key, name_en }) => `${name_en} (${key})`))].join(', ');
    throw new ProblemError('COUNTER_IN_USE', {
      params: { counter, kpis: named },
      errors: [{ path: 'body.counters.0', code: 'COUNTER_IN_USE', params: { counter, kpis: named } }],
    });
  }
}

async function rejectFull(tx: Tx): Promise<void> {
  const { count } = await tx
    .selectFrom('poller')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_POLLERS)
    throw new ProblemError('POLLER_MAXIMUM_REACHED', { params: { max: MAX_POLLERS } });
}

async function updateColumns(
  { tx, record }: Change,
  before: PollerRow,
  columns: Updateable<Database['poller']>,
): Promise<PollerRow> {
  const after = await tx
    .updateTable('poller')
    .set({ ...columns, version: before.version + 1 })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await record({
    action: 'poller.update',
    ...auditSubject(after),
    before: auditSnapshot(before),
    after: auditSnapshot(after),
  });
  return after;
}

interface PollingRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

/** Defined pollers, and the built-in pollers that were deactivated. */
export class PollingRepository {
  readonly #needs: PollingRepositoryNeeds;

  constructor(needs: PollingRepositoryNeeds) {
    this.#needs = needs;
  }

  /** The defined pollers, by name. */
  async list(): Promise<readonly PollerRow[]> {
    return this.#needs.db.selectFrom('poller').selectAll().orderBy('name', asNames).execute();
  }

  async readCounterIds(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#needs.db.selectFrom('polled_counter').select(['id', 'key']).execute();
    return new Map(rows.map(({ id, key }) => [key, id]));
  }

  /** The defined KPIs with their formulas, by key, and overridden formulas. */
  async listFormulas(): Promise<FormulaHolders> {
    const { db } = this.#needs;
    const [defined, overrides] = await Promise.all([
      db.selectFrom('kpi_definition').select(kpiColumns).orderBy('key').execute(),
      loadOverrides(db),
    ]);
    return { defined, overrides };
  }

  /** Time and user of the deactivation of built-in pollers, by key. */
  async readDeactivations(): Promise<ReadonlyMap<string, { readonly at: Date; readonly by: string | null }>> {
    const rows = await this.#needs.db.selectFrom('deactivated_poller').selectAll().execute();
    return new Map(rows.map(({ key, at, by }) => [key, { at, by }]));
  }

  create(definition: PollerDefinition, actor: Actor): Promise<PollerRow> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      // Without the lock two simultaneous changes would both be within the limit.
      await lockPollers(tx);
      await rejectFull(tx);
      await allocateCounter(tx, definition);
      const created = await tx
        .insertInto('poller')
        .values(columnsOfDefinition(definition, change))
        .returningAll()
        .executeTakeFirstOrThrow();
      await change.record({
        action: 'poller.create',
        ...auditSubject(created),
        after: auditSnapshot(created),
      });
      return created;
    });
  }

  /** Throws CONFLICT if the poller has another version. */
  update(
    { id, version }: { readonly id: number; readonly version: number },
    definition: PollerDefinition,
    actor: Actor,
  ): Promise<PollerRow> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      const before = await lockPoller(tx, id);
      rejectStale(before.version, version);
      await allocateCounter(tx, definition);
      const after = await updateColumns(change, before, columnsOfDefinition(definition, change));
      await rejectOrphans(tx, before);
      return after;
    });
  }

  activate(id: number, active: boolean, actor: Actor): Promise<PollerRow> {
    return transact(this.#needs, actor, saving, async (change) => {
      const columns = { active, updated_by: actor.caller.username, updated_at: change.now };
      return updateColumns(change, await lockPoller(change.tx, id), columns);
    });
  }

  activateBuiltIn(key: string, active: boolean, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      const { numDeletedRows } = await tx
        .deleteFrom('deactivated_poller')
        .where('key', '=', key)
        .executeTakeFirst();
      if (!active)
        await tx
          .insertInto('deactivated_poller')
          .values({ key, by: actor.caller.username, at: now })
          .execute();
      const subject = { subject: 'poller', subjectId: key, subjectName: key };
      const before = { active: numDeletedRows === 0n };
      await record({ action: 'poller.update', ...subject, before, after: { active } });
    });
  }

  delete(id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const before = await lockPoller(tx, id);
      await tx.deleteFrom('poller').where('id', '=', id).execute();
      await rejectOrphans(tx, before);
      await record({ action: 'poller.delete', ...auditSubject(before), before: auditSnapshot(before) });
    });
  }
}
