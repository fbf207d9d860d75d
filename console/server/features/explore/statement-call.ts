import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { ExploreResult } from '#schemas/explore/explore.ts';
import {
  isWide,
  rankBucketsSql,
  rankKeysSql,
  rowCountSql,
  seriesSql,
  type BucketChoice,
  type ExploreQuery,
  type ExploreStatement,
} from './statement/explore-sql.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import type { FairQueue } from '../../shared/queue/fair-queue.ts';
import type { StepSums } from './explore-rows.ts';
import type { ExploreSteps } from './explore-steps.ts';

interface RankedKey {
  readonly key: readonly string[];
  readonly value: number;
  readonly sent: number;
}

/** Seconds of the steps of sums, and the steps; null and undefined: one for the period. */
export interface ReadSums {
  readonly step: number | null;
  readonly steps: ExploreSteps | undefined;
}

/** When keys are ranked by buckets. */
export interface KeyBuckets {
  /** Rows of a request, of which fewer have keys that fit the memory of a statement. */
  readonly fromRows: number;
  /** Buckets whose keys are compared first. */
  readonly first: number;
}
const keyBuckets: KeyBuckets = { fromRows: 8_000_000, first: 4_096 };

interface StatementNeeds {
  readonly clickhouse: Pick<ClickHouse, 'measured'>;
  readonly queue: FairQueue;
  readonly buckets?: KeyBuckets;
}

type Columns = Readonly<Record<string, readonly unknown[]>>;

const numberAt = (columns: Columns, name: string, row: number): number => Number(columns[name]?.[row]);
const lengthOf = (columns: Columns): number => columns['value']?.length ?? 0;
const keyAt = (columns: Columns, { dimensions }: ExploreQuery, row: number): readonly string[] =>
  dimensions.map((_, index) => String(columns[`key_${String(index)}`]?.[row]));

const keyText = (key: readonly string[]): string => JSON.stringify(key);

function emptySums({ steps }: ReadSums): { value: number[]; sent: number[] } {
  const length = steps?.starts.length ?? 1;
  return { value: Array.from({ length }, () => 0), sent: Array.from({ length }, () => 0) };
}

/** Runs the statements of one call in turns of its customer; closing the connection ends them in the store. */
export class StatementCall {
  readonly #needs: StatementNeeds;
  readonly #call: { readonly customer: number; readonly signal: AbortSignal };
  #read: ExploreResult['read'] = { rows: 0, bytes: 0, elapsedMs: 0, queuedMs: 0 };

  constructor(needs: StatementNeeds, call: { readonly customer: number; readonly signal: AbortSignal }) {
    this.#needs = needs;
    this.#call = call;
  }

  /** What the statements have read so far. */
  get read(): ExploreResult['read'] {
    return this.#read;
  }

  /** The heaviest keys, heaviest first. */
  async rank(query: ExploreQuery, rows: number): Promise<readonly RankedKey[]> {
    if (!isWide(query)) return this.#ranked(query, rows);
    const { fromRows, first } = this.#needs.buckets ?? keyBuckets;
    const count = await this.#run(rowCountSql(query));
    return numberAt(count, 'value', 0) < fromRows
      ? this.#ranked(query, rows)
      : this.#rankInBuckets(query, rows, first);
  }

  /**
   * Ranks keys that may be too many for the memory of a statement, exactly: no key is heavier than the bucket that its hash puts it in, so
   * that buckets lighter than the last ranked key have none that is ranked.
   */
  async #rankInBuckets(query: ExploreQuery, rows: number, first: number): Promise<readonly RankedKey[]> {
    const heaviest = await this.#run(rankBucketsSql(query, first + 1));
    const buckets = heaviest['bucket']?.map(Number) ?? [];
    const found = await this.#ranked(query, rows, { listed: buckets.slice(0, first) });
    if (buckets.length <= first) return found;
    const next = numberAt(heaviest, 'value', first);
    const least = found.length < rows ? 0 : (found.at(-1)?.value ?? 0);
    return least > next ? found : this.#ranked(query, rows, { least });
  }

  async #ranked(query: ExploreQuery, rows: number, buckets?: BucketChoice): Promise<readonly RankedKey[]> {
    const columns = await this.#run(rankKeysSql(query, rows, buckets));
    return Array.from({ length: lengthOf(columns) }, (_, row) => ({
      key: keyAt(columns, query, row),
      value: numberAt(columns, 'value', row),
      sent: numberAt(columns, 'sent', row),
    }));
  }

  /** Sums of some keys, in their order. */
  async rows(
    query: ExploreQuery,
    keys: readonly (readonly string[])[],
    of: ReadSums,
  ): Promise<readonly StepSums[]> {
    const columns = await this.#run(seriesSql(query, { step: of.step, ranked: keys }));
    const byKey = new Map(keys.map((key) => [keyText(key), emptySums(of)]));
    this.#fill(columns, of, (row) => byKey.get(keyText(keyAt(columns, query, row))));
    return [...byKey.values()];
  }

  /** Sums of everything. */
  async all(query: ExploreQuery, of: ReadSums): Promise<StepSums> {
    const columns = await this.#run(seriesSql(query, { step: of.step, ranked: undefined }));
    const sums = emptySums(of);
    this.#fill(columns, of, () => sums);
    return sums;
  }

  #fill(
    columns: Columns,
    { steps }: ReadSums,
    sumsOf: (row: number) => { value: number[]; sent: number[] } | undefined,
  ): void {
    const places = new Map(steps?.starts.map((start, place) => [start, place]));
    for (let row = 0; row < lengthOf(columns); row += 1) {
      const place = steps === undefined ? 0 : places.get(numberAt(columns, 'at', row));
      const sums = sumsOf(row);
      if (place === undefined || sums === undefined) continue;
      sums.value[place] = numberAt(columns, 'value', row);
      sums.sent[place] = numberAt(columns, 'sent', row);
    }
  }

  /** Throws TOO_MUCH_DATA. */
  async #run({ sql, params, settings }: ExploreStatement): Promise<Columns> {
    const { customer, signal } = this.#call;
    const { queue, clickhouse } = this.#needs;
    const before = performance.now();
    return queue.run(
      customer,
      async (rank) => {
        const queuedMs = performance.now() - before;
        const options = { settings: { ...settings, priority: String(rank) }, signal };
        const { columns, readRows, readBytes, elapsedMs } = await withinLimits(
          clickhouse.measured(sql, params, options),
        );
        this.#read = {
          rows: this.#read.rows + readRows,
          bytes: this.#read.bytes + readBytes,
          elapsedMs: this.#read.elapsedMs + elapsedMs,
          queuedMs: this.#read.queuedMs + queuedMs,
        };
        return columns;
      },
      { signal },
    );
  }
}
