import type { LineSpeed } from '#schemas/line/line-speed.ts';
import type { ComparedSpeed } from '#schemas/line/line-finding.ts';
import { isAboveSpeed, isCounterFault, type Growth } from '#schemas/line/plausible-growth.ts';
import { narrowColumns } from '../interface/objects.ts';

/** Places of the counters of traffic. */
const places: ReadonlyMap<number, number> = new Map(
  [...narrowColumns.keys()].map((id, place) => [id, place]),
);

/** Numbers that are stored of each counter: small, since a poller has a million of them. */
const FIELDS = 5;
/** Places among them. */
const EPOCH = 2;
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

/** What is stored of a counter; a time of 0: nothing. */
interface Counted {
  readonly value: number;
  readonly atMs: number;
  readonly epoch: number;
  /** A value that was excluded, or from which the counter fell. */
  readonly suspect: number;
  readonly suspectMs: number;
}

const countedIn = ([value = 0, atMs = 0, epoch = 0, suspect = 0, suspectMs = 0]: Float64Array): Counted => ({
  value,
  atMs,
  epoch,
  suspect,
  suspectMs,
});

type Verdict = 'counts' | 'fell' | 'fault' | 'jumped' | 'returned';

/** Compares a value that is not lower with the one before it. */
function judgeGrowth(before: Counted, { counter, value, atMs }: CountedValue, speedBps: number): Verdict {
  const bits = narrowColumns.get(counter)?.bits ?? 1;
  const grownFrom = (from: number, fromMs: number): Growth => ({
    counts: value - from,
    elapsedMs: atMs - fromMs,
    bits,
    speedBps,
  });
  const grown = grownFrom(before.value, before.atMs);
  const { suspect, suspectMs } = before;
  const isFault = isCounterFault(grown);
  const isAtSuspect = suspectMs > 0 && value >= suspect && !isCounterFault(grownFrom(suspect, suspectMs));
  if (isAtSuspect && (isFault || isAboveSpeed(grown))) return suspectMs < before.atMs ? 'returned' : 'jumped';
  return isFault ? 'fault' : 'counts';
}

/** Compares a value with the one before it. */
function judge(before: Counted, now: CountedValue, speedBps: number): Verdict {
  if (before.atMs === 0 || now.atMs <= before.atMs) return 'counts';
  return now.value < before.value ? 'fell' : judgeGrowth(before, now, speedBps);
}

/**
 * What the counters of an interface say of its line, between polls. Values of 64-bit counters are compared as floating-point numbers: what
 * no line carries exceeds their rounding.
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
  accept(now: CountedValue, speedBps: number): number | undefined {
    const place = places.get(now.counter);
    if (place === undefined) return 0;
    const counted = this.#counted.subarray(place * FIELDS, (place + 1) * FIELDS);
    const before = countedIn(counted);
    const verdict = judge(before, now, speedBps);
    if (verdict === 'fault') counted.set([now.value, now.atMs], SUSPECT);
    else {
      const suspect = verdict === 'fell' ? [before.value, before.atMs] : [0, 0];
      const isNewEpoch = verdict === 'jumped' || verdict === 'returned';
      counted.set([now.value, now.atMs, before.epoch + Number(isNewEpoch), ...suspect]);
    }
    // What was excluded before a jump is counted already; of a counter that returned, the value in between was the fault.
    if (verdict === 'fault' || verdict === 'returned') this.#addFault(now.atMs);
    return verdict === 'fault' ? undefined : (counted[EPOCH] ?? 0);
  }

  #addFault(atMs: number): void {
    this.faults += 1;
    this.faultMs = atMs;
  }
}
