import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { formulaProblem } from '#schemas/formula/fault.ts';
import { overrideFault } from '#schemas/kpi/draft.ts';
import type { ComputedKpi, Kpi } from '#schemas/kpi/kpi.ts';
import type { CounterScope } from '#schemas/counter/scope.ts';
import { isLibraryKey, kpis, type KpiKey } from '#schemas/kpi/library.ts';
import type { kpiOverride } from '#schemas/table/kpi.ts';
import type { Row } from '#schemas/table/relation.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { lockUsableCounters } from './usable-counters.ts';

export type OverrideRow = Row<typeof kpiOverride>;

/** A formula of a library KPI, and the version of its override that the caller read. */
export interface OverridePlace {
  readonly key: string;
  readonly scope: CounterScope;
  readonly version: number;
}

interface LibraryFormula {
  readonly key: KpiKey;
  readonly kpi: ComputedKpi;
  readonly scope: CounterScope;
  readonly formula: string;
}

/** The formula in the library. Throws NOT_FOUND also for a view, which has none, and for a scope without one. */
function libraryFormula({ key, scope }: OverridePlace): LibraryFormula {
  const kpi: Kpi | undefined = isLibraryKey(key) ? kpis[key] : undefined;
  if (!isLibraryKey(key) || kpi === undefined || 'of' in kpi) throw new ProblemError('NOT_FOUND');
  const formula = kpi.formulas[scope];
  if (formula === undefined) throw new ProblemError('NOT_FOUND');
  return { key, kpi, scope, formula };
}

/** Rejects a formula that cannot be computed in the place of that of the library. */
async function checkOverride({ tx }: Change, { kpi, scope }: LibraryFormula, formula: string): Promise<void> {
  const fault = overrideFault(kpi, { scope, formula }, await lockUsableCounters(tx));
  if (fault === undefined) return;
  const params = { position: fault.at + 1 };
  throw new ProblemError('FORMULA_INVALID', {
    params,
    errors: [{ path: 'body.formula', ...formulaProblem(fault) }],
  });
}

interface Stored {
  readonly place: LibraryFormula;
  readonly seen: number;
  /** Null: the formula of the library. */
  readonly formula: string | null;
}

/** Stores the formula. Throws CONFLICT if someone else has saved or reset it since. */
async function store({ tx, actor, now, record }: Change, { place, seen, formula }: Stored): Promise<void> {
  const { key, scope, formula: library, kpi } = place;
  const own = { kpi: key, scope };
  // Of two first saves at once, the second one waits for the row of the first.
  await tx
    .insertInto('kpi_override')
    .values({ ...own, formula: null, version: 0, updated_at: now, updated_by: null })
    .onConflict((conflict) => conflict.columns(['kpi', 'scope']).doNothing())
    .execute();
  const before = await tx
    .selectFrom('kpi_override')
    .selectAll()
    .where('kpi', '=', key)
    .where('scope', '=', scope)
    .forUpdate()
    .executeTakeFirstOrThrow();
  rejectStale(before.version, seen);
  await tx
    .updateTable('kpi_override')
    .set({ formula, version: before.version + 1, updated_at: now, updated_by: actor.caller.username })
    .where('kpi', '=', key)
    .where('scope', '=', scope)
    .execute();
  await record({
    action: formula === null ? 'kpi.reset' : 'kpi.override',
    subject: 'kpi',
    subjectId: kpi.id,
    subjectName: key,
    before: { formula: `${scope}: ${before.formula ?? library}` },
    after: { formula: `${scope}: ${formula ?? library}` },
  });
}

interface FormulaOverrideRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

const saving = { failure: 'FORMULA_SAVE_FAILED' } as const;

/** Formulas that administrators put in the place of those of the library. */
export class FormulaOverrideRepository {
  readonly #needs: FormulaOverrideRepositoryNeeds;

  constructor(needs: FormulaOverrideRepositoryNeeds) {
    this.#needs = needs;
  }

  /** Every override, also those that were reset. */
  list(): Promise<readonly OverrideRow[]> {
    return this.#needs.db.selectFrom('kpi_override').selectAll().execute();
  }

  /** Throws NOT_FOUND, FORMULA_INVALID, CONFLICT. */
  override(at: OverridePlace, formula: string, actor: Actor): Promise<KpiKey> {
    const place = libraryFormula(at);
    return transact(this.#needs, actor, saving, async (change) => {
      await checkOverride(change, place, formula);
      await store(change, { place, seen: at.version, formula });
      return place.key;
    });
  }

  /** Throws NOT_FOUND, CONFLICT. */
  reset(at: OverridePlace, actor: Actor): Promise<KpiKey> {
    const place = libraryFormula(at);
    return transact(this.#needs, actor, saving, async (change) => {
      await store(change, { place, seen: at.version, formula: null });
      return place.key;
    });
  }
}
