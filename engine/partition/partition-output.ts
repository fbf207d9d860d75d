import type { AlarmEvent } from '../alarm/event-row.ts';
import type { RowsBatch } from '../measure/rows-batch.ts';

/**
 * Called while a window closes, in this order; the receiver owns the bytes. `events`: the content of the
 * message.
 */
export interface PartitionOutput {
  readonly measures: (batch: RowsBatch) => void;
  readonly events: (batch: RowsBatch, events: readonly AlarmEvent[]) => void;
  readonly closed?: (window: ClosedWindow) => void;
  /** Event time skipped windows in which nothing could change, up to this one; none of them is closed. */
  readonly skipped?: (window: Pick<ClosedWindow, 'start' | 'length'>) => void;
  /** Acknowledgements and their ends, after the window they belong to or when a command is accepted. */
  readonly acknowledgements?: (events: readonly AlarmEvent[]) => void;
}

export interface ClosedWindow {
  /** Start of the window, seconds since 1970, and its length. */
  readonly start: number;
  readonly length: number;
  /** start / length. */
  readonly number: number;
  /** Alarm instances decided. */
  readonly evaluations: number;
  /** Number of events by transition. */
  readonly events: Readonly<Record<'raise' | 'clear', number>>;
}

export interface PartitionCounts {
  readonly late: number;
  readonly ahead: number;
  /** Samples of elements or counters that the active configuration does not have. */
  readonly unknown: number;
  /** Growths of counters that no line could have carried; absent: none. */
  readonly fault?: number;
  /** Flows over the limit of keys per customer and window; left out of the sums of these keys only. */
  readonly over?: number;
}
