import type { MeasuredColumns } from '#platform/clickhouse/clickhouse.ts';

/** What a statement returned. */
export interface Ran extends MeasuredColumns {
  readonly sql: string;
  readonly queuedMs: number;
  /** Statements that were read together: all of them have what was read, and the text. */
  readonly together: number;
}
