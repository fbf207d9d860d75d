import type { AlarmEvent } from '../alarm/event-row.ts';
import type { RowsBatch } from './rows-batch.ts';

/** Called while a window closes, in this order; the bytes belong to the receiver. `events`: what is in the message. */
export interface PartitionOutput {
  readonly measures: (batch: RowsBatch) => void;
  readonly events: (batch: RowsBatch, events: readonly AlarmEvent[]) => void;
  readonly closed?: (window: ClosedWindow) => void;
  /** Time went on over windows in which nothing could change any more, up to this one: none of them is closed. */
  readonly passed?: (window: Pick<ClosedWindow, 'start' | 'length'>) => void;
  /** Acknowledgements and their ends, behind the window they belong to or whenever a command is taken. */
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
  /** How many there were of each. */
  readonly events: Readonly<Record<'raise' | 'clear', number>>;
}

export interface PartitionCounts {
  readonly late: number;
  readonly ahead: number;
  /** Samples of elements or counters that the configuration in force does not have. */
  readonly unknown: number;
  /** Flows beyond the keys that a customer may have in a window; left out of the sums of these keys alone. */
  readonly over?: number;
}
