import type { SnmpValue } from './agent/value.ts';

/** A value with the sysUpTime of the same response. */
export interface TimedValue {
  readonly value: SnmpValue;
  readonly ticks: number | undefined;
}

/** A counter value of an element with the agent time at which it was read, in ticks. */
export interface Cell {
  readonly counter: number;
  readonly value: bigint;
  readonly ticks: number | undefined;
  /** Values of different epochs are not comparable. */
  readonly epoch?: number;
}
