import type { Silenced } from '#schemas/alerting/mark.ts';
import { occurrencesFrom, type Occurrence } from '#schemas/silence/occurrence.ts';
import type { Silence } from '#schemas/silence/silence.ts';

/** When a silence is active in a window, in order: from `start` up to and including `end`. */
export interface SilencePeriods {
  readonly silence: Silence;
  readonly periods: readonly Occurrence[];
}

/** Milliseconds since 1970. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the silences that are active at any time of a window: including those that start at its end,
 * excluding those that ended with the window before. Caches when a silence is next active, so that nothing is
 * recomputed between two occurrences. The result depends on silences and window only.
 */
export class SilencePeriodFinder {
  /** Until when an inactive silence stays inactive. */
  readonly #inactiveUntil = new WeakMap<Silence, number>();

  find(silences: readonly Silence[], span: Span): readonly SilencePeriods[] {
    return silences.flatMap((silence) => {
      const periods = this.#periods(silence, span);
      return periods.length === 0 ? [] : [{ silence, periods }];
    });
  }

  #periods(silence: Silence, { start, end }: Span): readonly Occurrence[] {
    if (end < (this.#inactiveUntil.get(silence) ?? -Infinity)) return [];
    const found: Occurrence[] = [];
    for (const period of occurrencesFrom(silence, start)) {
      if (period.from > end) {
        if (found.length === 0) this.#inactiveUntil.set(silence, period.from);
        return found;
      }
      found.push(period);
    }
    if (found.length === 0) this.#inactiveUntil.set(silence, Infinity);
    return found;
  }
}

export const silencedMark = ({ id, author, reason }: Silence, until: number): Silenced => ({
  silence: id,
  by: author,
  reason,
  until: until === Infinity ? null : until,
});
