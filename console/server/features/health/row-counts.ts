import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { RowFlow } from './judge/judge-path.ts';
import type { ProcessKnowledge } from './process-watch.ts';

/** Rows on their way are neither published only nor stored: an insert may wait this long. */
const ON_THE_WAY_MS = 90 * SECOND_MS;
const WINDOW_MS = 6 * MINUTE_MS;

/** Where rows of a table come from: metrics of the processes that publish them. */
const sources = {
  flows: ['telltale_collector_published_rows_total.flows'],
  samples: [
    'telltale_collector_published_rows_total.samples',
    'telltale_poller_rows_total',
    'telltale_sdwan_rows_total',
  ],
} as const;
export type CountedTable = keyof typeof sources;
export const countedTables = Object.keys(sources) as CountedTable[];

interface Counts {
  readonly published: number;
  readonly stored: number;
}

interface Snapshot {
  readonly atMs: number;
  readonly counts: Readonly<Record<CountedTable, Counts>>;
  readonly total: number;
}

/** A sum of counters that start again from zero with each run of their process. */
class GrowingSum {
  readonly #last = new Map<string, number>();
  #sum = 0;

  get sum(): number {
    return this.#sum;
  }

  /** What was counted before the first observation is not known to be new. */
  observe(run: string, value: number): void {
    const last = this.#last.get(run);
    // A deletion by age makes a table smaller: what was inserted in the meantime is not known.
    if (last !== undefined) this.#sum += Math.max(0, value - last);
    this.#last.set(run, value);
  }
}

/** Rows that were published and rows that ClickHouse has, over the last minutes. */
export class RowCounts {
  readonly #published = { flows: new GrowingSum(), samples: new GrowingSum() };
  readonly #stored = { flows: new GrowingSum(), samples: new GrowingSum() };
  readonly #total = new GrowingSum();
  readonly #snapshots: Snapshot[] = [];

  /** `rows`: of each table of ClickHouse, as it was just read. */
  observe(
    processes: readonly ProcessKnowledge[],
    rows: Readonly<Record<string, number>>,
    atMs: number,
  ): void {
    for (const table of countedTables) {
      for (const { last } of processes)
        if (last !== undefined) this.#published[table].observe(last.run, publishedBy(last.figures, table));
      this.#stored[table].observe(table, rows[table] ?? 0);
    }
    for (const [table, count] of Object.entries(rows)) this.#total.observe(table, count);
    const countsOf = (table: CountedTable): Counts => ({
      published: this.#published[table].sum,
      stored: this.#stored[table].sum,
    });
    this.#snapshots.push({
      atMs,
      counts: { flows: countsOf('flows'), samples: countsOf('samples') },
      total: this.#total.sum,
    });
    while ((this.#snapshots[0]?.atMs ?? atMs) < atMs - WINDOW_MS) this.#snapshots.shift();
  }

  /** Rows published until a while ago, and those stored until now; undefined as long as little is known. */
  flowOf(table: CountedTable): RowFlow | undefined {
    const [first, last] = [this.#snapshots[0], this.#snapshots.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const settled = this.#snapshots.findLast(({ atMs }) => atMs <= last.atMs - ON_THE_WAY_MS);
    if (settled === undefined) return undefined;
    return {
      ms: last.atMs - first.atMs,
      published: settled.counts[table].published - first.counts[table].published,
      stored: last.counts[table].stored - first.counts[table].stored,
    };
  }

  /** Rows per second that ClickHouse stored between the last two readings that were a minute apart. */
  rowsPerSecond(): number {
    const last = this.#snapshots.at(-1);
    const before = last && this.#snapshots.find(({ atMs }) => atMs >= last.atMs - MINUTE_MS);
    if (last === undefined || before === undefined || last.atMs === before.atMs) return 0;
    return (SECOND_MS * (last.total - before.total)) / (last.atMs - before.atMs);
  }
}

const publishedBy = (figures: Readonly<Record<string, number>>, table: CountedTable): number =>
  sources[table].reduce((sum, name) => sum + (figures[name] ?? 0), 0);
