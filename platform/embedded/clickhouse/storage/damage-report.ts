import type { Log } from '#platform/log/log.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { BrokenPart } from './detached-parts.ts';
import type { DamagedPart } from './damage-note.ts';

/** Parts named in one line of the log. */
const NAMED_PARTS = 20;

const namesOf = (parts: readonly { readonly table: string; readonly part: string }[]): readonly string[] =>
  parts.slice(0, NAMED_PARTS).map(({ table, part }) => `${table}/${part}`);
const sumOf = (parts: readonly BrokenPart[], field: 'rows' | 'lostRows'): number =>
  parts.reduce((sum, part) => sum + (part[field] ?? 0), 0);

const figuresOf = (metrics: Metrics) => ({
  lostParts: metrics.gauge({
    name: 'telltale_embedded_clickhouse_lost_parts',
    help: 'Damaged parts whose rows are nowhere else; their folders are in detached/',
  }),
  lostRows: metrics.gauge({
    name: 'telltale_embedded_clickhouse_lost_rows',
    help: 'Rows of damaged parts that are nowhere else, as far as something says how many',
  }),
  restoredParts: metrics.gauge({
    name: 'telltale_embedded_clickhouse_restored_parts',
    help: 'Damaged parts replaced since this start by those before their merge, or by a repeated insert',
  }),
  awaitedRows: metrics.gauge({
    name: 'telltale_embedded_clickhouse_awaited_rows',
    help: 'Rows of damaged parts whose insert the writer may repeat',
  }),
});

/** Says in the log and in metrics what becomes of damaged parts. */
export class DamageReport {
  readonly #log: Log;
  readonly #figures: ReturnType<typeof figuresOf>;
  #awaited: readonly BrokenPart[] = [];
  #lost: readonly BrokenPart[] = [];
  #restored = 0;

  constructor(log: Log, metrics: Metrics) {
    this.#log = log;
    this.#figures = figuresOf(metrics);
  }

  found(parts: readonly DamagedPart[]): void {
    this.#log.error({ parts: namesOf(parts), count: parts.length }, 'parts damaged by a full disk');
  }

  restored(parts: readonly BrokenPart[]): void {
    this.#restored += parts.length;
    this.#decided(parts);
    if (parts.length > 0)
      this.#log.warn(
        { parts: namesOf(parts), count: parts.length, rows: sumOf(parts, 'rows') },
        'damaged parts restored',
      );
  }

  awaited(parts: readonly BrokenPart[]): void {
    this.#awaited = parts;
    this.#show();
    if (parts.length > 0)
      this.#log.warn(
        { parts: namesOf(parts), count: parts.length, rows: sumOf(parts, 'rows') },
        'inserts of damaged parts awaited',
      );
  }

  lost(parts: readonly BrokenPart[]): void {
    this.#lost = [...this.#lost, ...parts];
    this.#decided(parts);
    for (const { table, part, partition, firstBlock, lastBlock, lostRows } of parts.slice(0, NAMED_PARTS))
      this.#log.error(
        { table, part, partition, firstBlock, lastBlock, rows: lostRows ?? 'unknown' },
        'rows of a damaged part lost',
      );
  }

  /** What is still lost after rows have been derived again. */
  left(parts: readonly BrokenPart[]): void {
    this.#lost = parts;
    this.#show();
  }

  #decided(parts: readonly BrokenPart[]): void {
    const folders = new Set(parts.map(({ folder }) => folder));
    this.#awaited = this.#awaited.filter(({ folder }) => !folders.has(folder));
    this.#show();
  }

  #show(): void {
    this.#figures.lostParts.set(this.#lost.length);
    this.#figures.lostRows.set(sumOf(this.#lost, 'lostRows'));
    this.#figures.restoredParts.set(this.#restored);
    this.#figures.awaitedRows.set(sumOf(this.#awaited, 'rows'));
  }
}
