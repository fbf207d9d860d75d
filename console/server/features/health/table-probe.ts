import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { errorCodeOf } from '#platform/clickhouse/store-error.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Table } from '#schemas/table/table.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';

/** Reads of some hundred parts take about a second of one core. */
const PERIOD_MS = MINUTE_MS;
/** The same while a table cannot be read: the end of it shows soon. */
const UNREADABLE_PERIOD_MS = 10 * SECOND_MS;
const LIMIT_SECONDS = 50;

/** Errors of a busy store, which say nothing of the table: too many queries, too slow, no memory, cancelled, no sessions. */
const BUSY: ReadonlySet<number> = new Set([159, 160, 202, 241, 394, 439]);

interface Needs {
  readonly clickhouse: Pick<ClickHouse, 'command'>;
  readonly clock: Clock;
  readonly tables: readonly Pick<Table, 'name' | 'engine'>[];
  readonly log: { warn: (facts: { table: string; err: unknown }, event: 'table not readable') => void };
}

/** Reads one granule of all columns from each part: a part without its files fails every query that reaches it, and no other. */
const statementOf = ({ name, engine }: Pick<Table, 'name' | 'engine'>): string =>
  engine.includes('MergeTree')
    ? `SELECT * FROM ${name} WHERE _part_offset = 0 FORMAT Null`
    : `SELECT * FROM ${name} LIMIT 1 FORMAT Null`;

/** Which tables cannot be read, found in the background. */
export class TableProbe {
  readonly #needs: Needs;
  readonly #unreadable = new Set<string>();
  #probedMs = -Infinity;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Names of the tables whose last read failed. */
  get unreadable(): readonly string[] {
    return [...this.#unreadable].sort();
  }

  start(signal: AbortSignal): void {
    const { clock } = this.#needs;
    const probe = async (): Promise<void> => {
      const dueMs = this.#unreadable.size > 0 ? UNREADABLE_PERIOD_MS : PERIOD_MS;
      if (clock.elapsed() - this.#probedMs >= dueMs) await this.probe();
    };
    void probe();
    clock.every(UNREADABLE_PERIOD_MS, probe, signal);
  }

  /** Reads every table, one after the other. */
  async probe(): Promise<void> {
    this.#probedMs = this.#needs.clock.elapsed();
    for (const table of this.#needs.tables) await this.#read(table);
  }

  async #read(table: Pick<Table, 'name' | 'engine'>): Promise<void> {
    const { clickhouse, log } = this.#needs;
    try {
      await clickhouse.command(
        statementOf(table),
        {},
        { max_threads: 1, max_execution_time: LIMIT_SECONDS, use_uncompressed_cache: 0 },
      );
      this.#unreadable.delete(table.name);
    } catch (error) {
      // A store that is away, or busy, is reported as such.
      const code = errorCodeOf(error);
      if (code === undefined || BUSY.has(code)) return;
      if (!this.#unreadable.has(table.name))
        log.warn({ table: table.name, err: error }, 'table not readable');
      this.#unreadable.add(table.name);
    }
  }
}
