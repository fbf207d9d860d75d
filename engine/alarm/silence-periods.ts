import type { Silenced } from '#schemas/alerting/mark.ts';
import { occurrencesFrom } from '#schemas/silence/occurrence.ts';
import type { Occurrence } from '#schemas/silence/occurrence.ts';
import type { Silence } from '#schemas/silence/silence.ts';

/** When a silence holds in a window, in order: from `start` on, up to `end` and beyond. */
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
 * The silences that hold at any time of a window: those that begin at its end too, and none that ended with the window before.
 * Between two times of a maintenance window nothing is computed anew. What is found follows from silences and window alone.
 */
export class SilencesWithin {
  /** Where a silence does not hold, and until when that stays so. */
  readonly #quietUntil = new WeakMap<Silence, number>();

  of(silences: readonly Silence[], span: Span): readonly SilencePeriods[] {
    return silences.flatMap((silence) => {
      const periods = this.#periods(silence, span);
      return periods.length === 0 ? [] : [{ silence, periods }];
    });
  }

  #periods(silence: Silence, { start, end }: Span): readonly Occurrence[] {
    if (end < (this.#quietUntil.get(silence) ?? -Infinity)) return [];
    const found: Occurrence[] = [];
    for (const period of occurrencesFrom(silence, start)) {
      if (period.from > end) {
        if (found.length === 0) this.#quietUntil.set(silence, period.from);
        return found;
      }
      found.push(period);
    }
    if (found.length === 0) this.#quietUntil.set(silence, Infinity);
    return found;
  }
}

export const silencedBy = ({ id, author, reason }: Silence, until: number): Silenced => ({
  silence: id,
  by: author,
  reason,
  until: until === Infinity ? null : until,
});
