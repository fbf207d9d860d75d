import type { Value } from './value.ts';

/** A value with the sysUpTime that stood in the same answer. */
export interface Measured {
  readonly value: Value;
  readonly ticks: number | undefined;
}

/** One value of an element, with the agent's time in ticks at which it was read. */
export interface Cell {
  readonly counter: number;
  readonly value: bigint;
  readonly ticks: number | undefined;
  /** Values of different epochs cannot be compared. */
  readonly epoch?: number;
}
