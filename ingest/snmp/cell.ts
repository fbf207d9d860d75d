import type { SnmpValue } from './agent/value.ts';

/** When a response was read. Every value of a response shares one. */
export interface Reading {
  /** The agent's sysUpTime in the same response, undefined if it has none. */
  readonly ticks: number | undefined;
  /** Receive time by our clock, ms since 1970. */
  readonly atMs: number;
}

/** A value with the time of its response. */
export interface TimedValue {
  readonly value: SnmpValue;
  readonly read: Reading;
}

/** A counter value of an element. */
export interface Cell {
  readonly counter: number;
  readonly value: bigint;
  /** Undefined: at the start of the poll. */
  readonly read: Reading | undefined;
  /** Values of different epochs are not comparable. */
  readonly epoch?: number;
}
