import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { CallStatements } from './cache/call-statements.ts';
import type { DataCache } from './cache/data-cache.ts';
import { dataPlanOf } from './plan/data-plan.ts';
import { earlierPeriod } from './plan/earlier-period.ts';
import type { DatedInput } from './plan/plan-input.ts';
import type { PlanScope } from './plan/plan-scope.ts';
import type { Ran } from './read/ran.ts';
import type { Progress } from './read/statement-batches.ts';
import { listedKeys, rankedKeys } from './result/data-rows.ts';
import { keysOfRows } from './result/key-names.ts';
import { hasRows, isOfTop, type EarlierRows, type StoreRows, type ReadValues } from './result/store-rows.ts';
import { rankStatement, valuesStatement, type DataStatement } from './sql/statement.ts';
import { keyColumns, stepColumns, type StepColumns } from './sql/step-columns.ts';

/** A statement of a request with what it returned. */
export interface UsedStatement {
  readonly statement: DataStatement;
  readonly ran: Ran;
}

interface ReaderNeeds {
  readonly statements: Pick<CallStatements, 'run'>;
  readonly cache: Pick<DataCache, 'totals'>;
}

type Ranked = PlanScope['ranked'];

const allSeries = ({ series }: DatedInput): readonly number[] => series.map((_, index) => index);

/** Reads the rows of one planned request, and of the period that it is compared with. */
export class RequestReader {
  readonly #needs: ReaderNeeds;
  readonly #progress: Progress & { readonly signal: AbortSignal };
  readonly #used: UsedStatement[] = [];

  constructor(needs: ReaderNeeds, progress: Progress & { readonly signal: AbortSignal }) {
    this.#needs = needs;
    this.#progress = progress;
  }

  /** Statements that have run for the request. */
  get used(): readonly UsedStatement[] {
    return this.#used;
  }

  /** Throws SERIES_NOT_RETAINED, CONTEXT_TOO_LARGE, DASHLET_NO_MATCH and TOO_MUCH_DATA. */
  async read(input: DatedInput): Promise<ReadValues> {
    const ranked = await this.#ranked(input);
    const values = input.from < input.to ? await this.#rows(input, ranked) : undefined;
    return { values, earlier: await this.#earlier(input, ranked, values) };
  }

  /** Keys of a top or list breakdown. */
  async #ranked(input: DatedInput): Promise<Ranked> {
    const { breakdown, ranked, since, timeZone } = input.request;
    if (breakdown.kind === 'list') return { keys: breakdown.ids.map((id) => [id]), others: false };
    if (breakdown.kind !== 'top') return undefined;
    if (ranked !== undefined && since !== undefined)
      return { keys: keysOfRows(input, ranked), others: breakdown.others };
    if (input.from >= input.to) return { keys: [], others: false };
    const scope = { series: [breakdown.rankedBy], isTotal: true, ranked: undefined };
    const [part] = dataPlanOf(input, scope).parts;
    if (part === undefined) return { keys: [], others: false };
    const totals = await this.#totals(input, { ...scope, isOnlyFirst: true });
    if (totals !== undefined) return { keys: rankedKeys(totals, breakdown), others: breakdown.others };
    const columns = await this.#run(input, rankStatement(part, timeZone, breakdown));
    return { keys: listedKeys(keyColumns(columns)), others: breakdown.others };
  }

  async #rows(input: DatedInput, ranked: Ranked): Promise<StoreRows | undefined> {
    if (ranked?.keys.length === 0) return undefined;
    const { steps, request } = input;
    const scope = { series: allSeries(input), isTotal: steps === null, ranked };
    const { parts, placed } = dataPlanOf(input, scope);
    // Of all keys, as they were read to rank them: another rank needs no other steps.
    const read = isOfTop(input, ranked) ? { ...scope, ranked: undefined } : scope;
    const rows =
      (await this.#totals(input, read)) ??
      stepColumns(await this.#run(input, valuesStatement(parts, request.timeZone)));
    return { input, rows, placed, ranked };
  }

  /** Values of a full period from those of its steps; undefined where it has steps of its own or this is not exact. */
  async #totals(
    input: DatedInput,
    { isOnlyFirst = false, ...scope }: PlanScope & { readonly isOnlyFirst?: boolean },
  ): Promise<StepColumns | undefined> {
    if (input.steps !== null) return undefined;
    return this.#needs.cache.totals({
      input,
      signal: this.#progress.signal,
      partsFrom: (from) => {
        const { parts } = dataPlanOf({ ...input, from }, { ...scope, isTotal: false });
        return isOnlyFirst ? parts.slice(0, 1) : parts;
      },
      run: async (statement, signal) => stepColumns(await this.#run(input, statement, signal)),
    });
  }

  /** The same keys in the earlier period. One whose values are no longer stored has none. */
  async #earlier(
    input: DatedInput,
    ranked: Ranked,
    values: StoreRows | undefined,
  ): Promise<EarlierRows | undefined> {
    const period = earlierPeriod(input);
    if (period === undefined) return undefined;
    if (period.input === undefined || values === undefined || !hasRows(values))
      return { period, values: undefined, isRetained: true };
    try {
      return { period, values: await this.#rows(period.input, ranked), isRetained: true };
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'SERIES_NOT_RETAINED') throw error;
      return { period, values: undefined, isRetained: false };
    }
  }

  async #run(
    { finalUntil, to }: DatedInput,
    statement: DataStatement,
    signal = this.#progress.signal,
  ): Promise<Ran['columns']> {
    const finality = { finalUntil, isFinal: to <= finalUntil };
    const ran = await this.#needs.statements.run(statement, finality, { ...this.#progress, signal });
    this.#used.push({ statement, ran });
    return ran.columns;
  }
}
