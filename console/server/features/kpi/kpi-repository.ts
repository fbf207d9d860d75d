import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { loadCounters } from '#platform/kpi/load.ts';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { faultSentence } from '#schemas/formula/fault.ts';
import type { DefinedCounter } from '#schemas/kpi/definition.ts';
import { MOST_KPIS } from '#schemas/kpi/definition-routes.ts';
import { draftFaults } from '#schemas/kpi/draft.ts';
import type { KpiDraft } from '#schemas/kpi/draft.ts';
import { isLibraryKey } from '#schemas/kpi/library.ts';
import type { kpiDefinition } from '#schemas/table/kpi.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

export type KpiRow = Row<typeof kpiDefinition>;
type Tx = Transaction<Database>;

const UNIQUE_VIOLATION = '23505';

/** Who changes something, and when. */
export interface Change {
  readonly by: string;
  readonly at: Date;
  /** Language of the sentences about a formula. */
  readonly language: 'en' | 'fr';
  /** Where the draft stands in the request. */
  readonly path: string;
  readonly audit: Audit;
}

const taken = (cause?: unknown): ProblemError =>
  new ProblemError('NOT_UNIQUE', {
    errors: [{ path: 'body.key', message: 'another KPI has this key' }],
    cause,
  });

const cellsOf = (draft: KpiDraft, { by, at }: Change) => ({
  name_en: draft.en,
  name_fr: draft.fr,
  unit: draft.unit,
  element: draft.element,
  aggregation: draft.aggregation,
  strategy: draft.strategy,
  formulas: Object.fromEntries(draft.formulas.map(({ scope, formula }) => [scope, formula])),
  updated_at: at,
  updated_by: by,
});

const subject = ({ id, key }: KpiRow) => ({ subject: 'kpi', subjectId: id, subjectName: key });

const told = ({ name_en, name_fr, unit, element, aggregation, strategy, formulas }: KpiRow) => ({
  en: name_en,
  fr: name_fr,
  unit,
  element,
  aggregation,
  strategy,
  formulas: Object.entries(formulas).map(([scope, formula]) => `${scope}: ${formula}`),
});

/** Counters that a formula may name: those that some poller gives. */
export async function usableCounters(db: Db | Tx): Promise<readonly DefinedCounter[]> {
  const pollers = await db.selectFrom('poller').select('counters').execute();
  const given = new Set(pollers.flatMap(({ counters }) => counters));
  return (await loadCounters(db)).filter(({ key }) => given.has(key));
}

/** Refuses formulas that cannot be computed, each with its place and its sentence. */
async function check(tx: Tx, draft: KpiDraft, { language, path }: Change): Promise<void> {
  // A poller that a formula needs stays until this is stored.
  await sql`LOCK TABLE poller IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  const faults = draftFaults(draft, await usableCounters(tx));
  const [first] = faults;
  if (first === undefined) return;
  throw new ProblemError('FORMULA_INVALID', {
    params: { position: first.fault.at + 1 },
    errors: faults.map(({ index, fault }) => ({
      path: `${path}.formulas.${String(index)}.formula`,
      message: faultSentence(fault, language),
    })),
  });
}

/** What alarms on a KPI are checked by: thresholds are in its unit, on elements of its kind. */
const whatAlarmsNeed = ({ element, unit, formulas }: Pick<KpiRow, 'element' | 'unit' | 'formulas'>): string =>
  [element, unit, ...Object.keys(formulas).sort()].join(' ');

/** Refuses what would leave alarms without their KPI, or with thresholds of another one. */
async function refuseInUse(tx: Tx, key: string): Promise<void> {
  const { alarms } = await tx
    .selectFrom('cockpit_alarm')
    .select((is) => is.fn.countAll<number>().as('alarms'))
    .where('kpi', '=', key)
    .executeTakeFirstOrThrow();
  if (alarms > 0) throw new ProblemError('KPI_IN_USE', { params: { alarms } });
}

/** KPIs that administrators defined. */
export class KpiRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  list(): Promise<readonly KpiRow[]> {
    return this.#db.selectFrom('kpi_definition').selectAll().orderBy('key').execute();
  }

  find(key: string): Promise<KpiRow | undefined> {
    return this.#db.selectFrom('kpi_definition').selectAll().where('key', '=', key).executeTakeFirst();
  }

  create(draft: KpiDraft, change: Change): Promise<KpiRow> {
    if (isLibraryKey(draft.key)) throw taken();
    return this.#write(async (tx) => {
      await check(tx, draft, change);
      const { count } = await tx
        .selectFrom('kpi_definition')
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= MOST_KPIS) throw new ProblemError('KPI_MAXIMUM_REACHED', { params: { max: MOST_KPIS } });
      const row = await tx
        .insertInto('kpi_definition')
        .values({ key: draft.key, ...cellsOf(draft, change) })
        .returningAll()
        .executeTakeFirstOrThrow();
      await change.audit(tx, { action: 'kpi.create', ...subject(row), after: told(row) });
      return row;
    });
  }

  update(
    key: string,
    { draft, version }: { draft: KpiDraft; version: number },
    change: Change,
  ): Promise<KpiRow> {
    return this.#write(async (tx) => {
      const stored = await tx
        .selectFrom('kpi_definition')
        .selectAll()
        .where('key', '=', key)
        .forUpdate()
        .executeTakeFirst();
      if (stored === undefined) throw new ProblemError('NOT_FOUND');
      if (stored.version !== version) throw new ProblemError('CONFLICT');
      await check(tx, draft, change);
      const cells = cellsOf(draft, change);
      if (whatAlarmsNeed(cells) !== whatAlarmsNeed(stored)) await refuseInUse(tx, key);
      const row = await tx
        .updateTable('kpi_definition')
        .set({ ...cells, version: version + 1 })
        .where('key', '=', key)
        .returningAll()
        .executeTakeFirstOrThrow();
      await change.audit(tx, {
        action: 'kpi.update',
        ...subject(row),
        before: told(stored),
        after: told(row),
      });
      return row;
    });
  }

  async remove(key: string, audit: Audit): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom('kpi_definition')
        .where('key', '=', key)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw new ProblemError('NOT_FOUND');
      // Behind the deletion: an alarm that was being added at that moment is seen here.
      await refuseInUse(tx, key);
      await audit(tx, { action: 'kpi.delete', ...subject(row), before: told(row) });
    });
  }

  /** What nobody foresaw is told as a KPI that could not be saved. */
  async #write(run: (tx: Tx) => Promise<KpiRow>): Promise<KpiRow> {
    try {
      return await this.#db.transaction().execute(run);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      if (sqlStateOf(error) === UNIQUE_VIOLATION) throw taken(error);
      throw new ProblemError('KPI_SAVE_FAILED', { cause: error });
    }
  }
}
