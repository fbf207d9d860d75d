import type { LineSpeed } from '#schemas/line/line-speed.ts';
import type { ComparedSpeed } from '#schemas/line/line-finding.ts';
import { isAboveSpeed, isCounterFault } from '#schemas/line/plausible-growth.ts';
import type { Growth } from '#schemas/line/plausible-growth.ts';
import { narrowColumns } from '../interface/objects.ts';

/** Places of the counters of traffic. */
const places: ReadonlyMap<number, number> = new Map(
  [...narrowColumns.keys()].map((id, place) => [id, place]),
);

/** Numbers that are stored of each counter: small, since a poller has a million of them. */
const FIELDS = 5;
/** Place of the suspect value among them, with its time: one that was excluded, or from which the counter fell. */
const SUSPECT = 3;

/** A value of a 64-bit counter of a port. */
export interface CountedValue {
  readonly counter: number;
  readonly value: number;
  readonly atMs: number;
}

/** A line that carried more than it is configured for. */
export interface AboveSpeed {
  readonly percent: number;
  readonly of: ComparedSpeed;
  readonly speedBps: number;
  readonly atMs: number;
}

export type Way = 'in' | 'out';

/** Start of a measurement of the traffic of one way. */
interface Measurement {
  readonly value: bigint;
  readonly atMs: number;
  readonly discontinuity: number;
}

/** 32-bit counters of a port: the shortest time in which one may wrap. */
export interface NarrowCounters {
  readonly withinMs: number;
  readonly of: 'octets' | 'packets';
}

/**
 * What the counters of an interface say of its line, between polls. Values of 64-bit counters are compared as floating-point numbers: what
 * no line carries is beyond their rounding.
 */
export class LineState {
  readonly #counted = new Float64Array(places.size * FIELDS);
  #discontinuity = 0;
  speed: LineSpeed | undefined;
  narrow: NarrowCounters | undefined;
  /** Ways that have neither contract nor speed. */
  hasNoSpeed = false;
  /** Excluded values, and the time of the last one. */
  faults = 0;
  faultMs = 0;
  readonly measured: Partial<Record<Way, Measurement>> = {};
  readonly above: Partial<Record<Way, AboveSpeed>> = {};

  /** Counters start again: a restart, or a discontinuity that the agent reports. */
  begin(discontinuity: number, restarted: boolean): void {
    if (!restarted && discontinuity === this.#discontinuity) return;
    this.#discontinuity = discontinuity;
    this.#counted.fill(0);
  }

  /**
   * Epoch of a value, which is comparable with the others of its epoch; undefined: no line could have carried what was counted since the
   * previous value, so that it is excluded. A counter that stays where it jumped to, or is back where it was before it fell, continues in
   * another epoch.
   */
  accept({ counter, value, atMs }: CountedValue, speedBps: number): number | undefined {
    const place = places.get(counter);
    if (place === undefined) return 0;
    const counted = this.#counted.subarray(place * FIELDS, (place + 1) * FIELDS);
    const bits = narrowColumns.get(counter)?.bits ?? 1;
    const [before = 0, beforeMs = 0, epoch = 0, suspect = 0, suspectMs = 0] = counted;
    const store = (next: number, from = 0, fromMs = 0): number => {
      counted.set([value, atMs, next, from, fromMs]);
      return next;
    };
    if (beforeMs === 0 || atMs <= beforeMs) return store(epoch);
    if (value < before) return store(epoch, before, beforeMs);
    const grownFrom = (from: number, fromMs: number): Growth => ({
      counts: value - from,
      elapsedMs: atMs - fromMs,
      bits,
      speedBps,
    });
    const grown = grownFrom(before, beforeMs);
    const isFault = isCounterFault(grown);
    const isBack = suspectMs > 0 && value >= suspect && !isCounterFault(grownFrom(suspect, suspectMs));
    if (isBack && (isFault || isAboveSpeed(grown))) {
      // What was stored in between was the fault. A value that was excluded is counted already.
      if (suspectMs < beforeMs) this.#addFault(atMs);
      return store(epoch + 1);
    }
    if (!isFault) return store(epoch);
    this.#addFault(atMs);
    counted.set([value, atMs], SUSPECT);
    return undefined;
  }

  #addFault(atMs: number): void {
    this.faults += 1;
    this.faultMs = atMs;
  }
}
