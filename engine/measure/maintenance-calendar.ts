import { occurrencesFrom, type Occurrence } from '#schemas/silence/occurrence.ts';
import type { SilenceTimes } from '#schemas/silence/silence.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

const byStart = (a: Occurrence, b: Occurrence): number => a.from - b.from;

/** Merges occurrences into sorted, disjoint ones. */
function mergeOverlapping(occurrences: readonly Occurrence[]): readonly Occurrence[] {
  const merged: Occurrence[] = [];
  for (const one of occurrences.toSorted(byStart)) {
    const last = merged.at(-1);
    if (last === undefined || one.from > last.until) merged.push(one);
    else merged[merged.length - 1] = { from: last.from, until: Math.max(last.until, one.until) };
  }
  return merged;
}

/**
 * The occurrences of maintenance windows. A day before and after each query is computed with it and cached, since the next query is
 * mostly close to it. All times in milliseconds since 1970.
 */
export class MaintenanceCalendar {
  readonly #windows: readonly SilenceTimes[];
  #cachedRange = { from: 0, until: 0 };
  #occurrences: readonly Occurrence[] = [];

  constructor(windows: readonly SilenceTimes[]) {
    this.#windows = windows;
  }

  /** Whether a maintenance window is active at a time. */
  isActiveAt(at: number): boolean {
    return this.#occurrencesAround(at, at).some(({ from, until }) => from <= at && at < until);
  }

  /** Returns the parts of a span outside all maintenance windows, in order. */
  outside(span: Occurrence): readonly Occurrence[] {
    const parts: Occurrence[] = [];
    let from = span.from;
    for (const occurrence of this.#occurrencesAround(span.from, span.until)) {
      if (occurrence.from >= span.until) break;
      if (occurrence.from > from) parts.push({ from, until: occurrence.from });
      from = Math.max(from, occurrence.until);
    }
    if (from < span.until) parts.push({ from, until: span.until });
    return parts;
  }

  #occurrencesAround(from: number, until: number): readonly Occurrence[] {
    if (from < this.#cachedRange.from || until >= this.#cachedRange.until) {
      const range = { from: from - DAY_MS, until: until + DAY_MS };
      this.#occurrences = mergeOverlapping(this.#windows.flatMap((window) => occurrencesIn(window, range)));
      this.#cachedRange = range;
    }
    return this.#occurrences;
  }
}

function occurrencesIn(window: SilenceTimes, { from, until }: Occurrence): Occurrence[] {
  const occurrences: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(window, from)) {
    if (occurrence.from >= until) break;
    occurrences.push(occurrence);
  }
  return occurrences;
}
