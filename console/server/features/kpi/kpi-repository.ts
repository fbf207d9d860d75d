import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { formulaProblem } from '#schemas/formula/fault.ts';
import type { DefinedCounter, KpiDefinitions } from '#schemas/kpi/definition.ts';
import { MAX_KPIS } from '#schemas/kpi/definition-routes.ts';
import { algebraFaults, draftFaults, kindOfDraft, type KpiDraft } from '#schemas/kpi/draft.ts';
import { hasOver } from '#schemas/kpi/algebra/kind-rules.ts';
import type { QuantityKind } from '#schemas/kpi/algebra/quantity.ts';
import { isLibraryKey } from '#schemas/kpi/library.ts';
import type { kpiDefinition } from '#schemas/table/kpi.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectFaults, rejectInvalid, rejectStale } from '../../shared/repository/reject-faults.ts';
import { readDocumentUses } from '../../shared/resource/document-uses.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { readKpiAlarms } from './kpi-alarms.ts';
import { lockUsableCounters, readUsableCounters } from './usable-counters.ts';

export type KpiRow = Row<typeof kpiDefinition>;

const columnsOfDraft = (draft: KpiDraft, kind: QuantityKind, { actor, now }: Change) => ({
  kind,
  over: draft.over ?? null,
  name_en: draft.en,
  name_fr: draft.fr,
  unit: draft.unit,
  element: draft.element,
  aggregation: draft.aggregation,
  strategy: draft.strategy,
  formulas: Object.fromEntries(draft.formulas.map(({ scope, formula }) => [scope, formula])),
  updated_at: now,
  updated_by: actor.caller.username,
});

/** The aggregation over elements that an update leaves out: the stored one, as far as the kind has it. */
const storedOver = ({ over }: Pick<KpiRow, 'over'>, kind: QuantityKind): KpiDraft['over'] =>
  over !== null && hasOver(kind, over) ? over : null;

const auditSubject = ({ id, key }: KpiRow) => ({ subject: 'kpi', subjectId: id, subjectName: key });

/** Fields recorded in the audit trail. */
const auditSnapshot = ({
  name_en,
  name_fr,
  unit,
  element,
  kind,
  aggregation,
  over,
  strategy,
  formulas,
}: KpiRow) => ({
  kind,
  over,
  en: name_en,
  fr: name_fr,
  unit,
  element,
  aggregation,
  strategy,
  formulas: Object.entries(formulas).map(([scope, formula]) => `${scope}: ${formula}`),
});

/**
 * Returns the kind of a draft. Rejects formulas that cannot be computed, and aggregations that the kind does not have. `path` locates the
 * draft in the request.
 */
async function checkedKind({ tx }: Change, draft: KpiDraft, path: string): Promise<QuantityKind> {
  const counters = await lockUsableCounters(tx);
  const faults = draftFaults(draft, counters);
  const [first] = faults;
  if (first !== undefined)
    throw new ProblemError('FORMULA_INVALID', {
      params: { position: first.fault.at + 1 },
      errors: faults.map(({ index, fault }) => ({
        path: `${path}.formulas.${String(index)}.formula`,
        ...formulaProblem(fault),
      })),
    });
  const kind = kindOfDraft(draft, counters);
  rejectInvalid(algebraFaults(draft, kind).map((fault) => ({ ...fault, path: `${path}.${fault.path}` })));
  return kind;
}

/** The fields that alarms on a KPI depend on: thresholds are in its unit, on elements of its kind. */
const alarmFacts = ({ element, unit, formulas }: Pick<KpiRow, 'element' | 'unit' | 'formulas'>): string =>
  [element, unit, ...Object.keys(formulas).sort()].join(' ');

/** Throws KPI_IN_USE while alarms are on the KPI. */
async function rejectInUse(tx: Tx, key: string): Promise<void> {
  const { alarms } = await tx
    .selectFrom('cockpit_alarm')
    .select((eb) => eb.fn.countAll<number>().as('alarms'))
    .where('kpi', '=', key)
    .executeTakeFirstOrThrow();
  if (alarms > 0) throw new ProblemError('KPI_IN_USE', { params: { alarms } });
}

async function rejectFull(tx: Tx): Promise<void> {
  const { count } = await tx
    .selectFrom('kpi_definition')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_KPIS) throw new ProblemError('KPI_MAXIMUM_REACHED', { params: { max: MAX_KPIS } });
}

async function lockKpi(tx: Tx, key: string): Promise<KpiRow> {
  const row = await tx
    .selectFrom('kpi_definition')
    .selectAll()
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return row;
}

const saving = { failure: 'KPI_SAVE_FAILED', duplicate: 'NAME_TAKEN', duplicateField: 'key' } as const;

interface KpiRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  /** What is defined and overridden now. */
  readonly definitions: { readonly current: KpiDefinitions };
}

/** KPIs that administrators defined. */
export class KpiRepository {
  readonly #needs: KpiRepositoryNeeds;

  constructor(needs: KpiRepositoryNeeds) {
    this.#needs = needs;
  }

  /** Overridden formulas with the counters that they use. */
  get definitions(): KpiDefinitions {
    return this.#needs.definitions.current;
  }

  list(): Promise<readonly KpiRow[]> {
    return this.#needs.db.selectFrom('kpi_definition').selectAll().orderBy('key').execute();
  }

  find(key: string): Promise<KpiRow | undefined> {
    return this.#needs.db.selectFrom('kpi_definition').selectAll().where('key', '=', key).executeTakeFirst();
  }

  /** The alarms on a KPI that the caller may open. */
  alarmsOf(key: string, caller: Caller): ReturnType<typeof readKpiAlarms> {
    return readKpiAlarms(this.#needs.db, key, caller);
  }

  /** The documents that show a KPI, those of them that the caller may open by name. */
  documentsOf(key: string, caller: Caller): ReturnType<typeof readDocumentUses> {
    return readDocumentUses(this.#needs.db, { of: 'kpi', value: key }, caller);
  }

  listUsableCounters(): Promise<readonly DefinedCounter[]> {
    return readUsableCounters(this.#needs.db);
  }

  async create(draft: KpiDraft, actor: Actor): Promise<KpiRow> {
    if (isLibraryKey(draft.key)) rejectFaults([{ path: 'key', code: 'NAME_TAKEN' }]);
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      const kind = await checkedKind(change, draft, 'body');
      await rejectFull(tx);
      const row = await tx
        .insertInto('kpi_definition')
        .values({ key: draft.key, ...columnsOfDraft(draft, kind, change) })
        .returningAll()
        .executeTakeFirstOrThrow();
      await change.record({ action: 'kpi.create', ...auditSubject(row), after: auditSnapshot(row) });
      return row;
    });
  }

  update(
    key: string,
    { draft, version }: { readonly draft: KpiDraft; readonly version: number },
    actor: Actor,
  ): Promise<KpiRow> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      const before = await lockKpi(tx, key);
      rejectStale(before.version, version);
      const kind = await checkedKind(change, draft, 'body.draft');
      const { over = storedOver(before, kind) } = draft;
      const columns = columnsOfDraft({ ...draft, over }, kind, change);
      if (alarmFacts(columns) !== alarmFacts(before)) await rejectInUse(tx, key);
      const after = await tx
        .updateTable('kpi_definition')
        .set({ ...columns, version: version + 1 })
        .where('key', '=', key)
        .returningAll()
        .executeTakeFirstOrThrow();
      await change.record({
        action: 'kpi.update',
        ...auditSubject(after),
        before: auditSnapshot(before),
        after: auditSnapshot(after),
      });
      return after;
    });
  }

  delete(key: string, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const row = await tx
        .deleteFrom('kpi_definition')
        .where('key', '=', key)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw new ProblemError('NOT_FOUND');
      // Checked after the deletion, so that an alarm created at the same moment is seen.
      await rejectInUse(tx, key);
      await record({ action: 'kpi.delete', ...auditSubject(row), before: auditSnapshot(row) });
    });
  }
}
