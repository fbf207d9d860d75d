import { occurrencesFrom } from '#schemas/silence/occurrence.ts';
import type { Occurrence } from '#schemas/silence/occurrence.ts';
import type { SilenceTimes } from '#schemas/silence/silence.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

const byBeginning = (a: Occurrence, b: Occurrence): number => a.from - b.from;

/** Merges occurrences into sorted, disjoint ones. */
function mergeOverlapping(times: readonly Occurrence[]): readonly Occurrence[] {
  const apart: Occurrence[] = [];
  for (const one of times.toSorted(byBeginning)) {
    const last = apart.at(-1);
    if (last === undefined || one.from > last.until) apart.push(one);
    else apart[apart.length - 1] = { from: last.from, until: Math.max(last.until, one.until) };
  }
  return apart;
}

/**
 * The occurrences of maintenance windows. Computed days are cached: the next query mostly falls into them.
 */
export class MaintenanceCalendar {
  readonly #windows: readonly SilenceTimes[];
  #cachedRange = { from: 0, until: 0 };
  #occurrences: readonly Occurrence[] = [];

  constructor(windows: readonly SilenceTimes[]) {
    this.#windows = windows;
  }

  /** Whether a maintenance window is active at a time, milliseconds since 1970. */
  isActiveAt(at: number): boolean {
    return this.#occurrencesAround(at, at).some(({ from, until }) => from <= at && at < until);
  }

  /** Returns the parts of a span outside all maintenance windows, in order. */
  outside(span: Occurrence): readonly Occurrence[] {
    const parts: Occurrence[] = [];
    let from = span.from;
    for (const time of this.#occurrencesAround(span.from, span.until)) {
      if (time.from >= span.until) break;
      if (time.from > from) parts.push({ from, until: time.from });
      from = Math.max(from, time.until);
    }
    if (from < span.until) parts.push({ from, until: span.until });
    return parts;
  }

  #occurrencesAround(from: number, until: number): readonly Occurrence[] {
    if (from < this.#cachedRange.from || until >= this.#cachedRange.until) {
      const known = { from: from - DAY_MS, until: until + DAY_MS };
      this.#occurrences = mergeOverlapping(this.#windows.flatMap((window) => occurrencesIn(window, known)));
      this.#cachedRange = known;
    }
    return this.#occurrences;
  }
}

function occurrencesIn(window: SilenceTimes, { from, until }: Occurrence): Occurrence[] {
  const times: Occurrence[] = [];
  for (const time of occurrencesFrom(window, from)) {
    if (time.from >= until) break;
    times.push(time);
  }
  return times;
}
