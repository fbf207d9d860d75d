import type { Silenced } from '#schemas/alerting/mark.ts';
import { activityAt } from '#schemas/silence/occurrence.ts';
import { concerns } from '#schemas/silence/rules.ts';
import type { SilenceTarget } from '#schemas/silence/rules.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import { silencedBy } from '../alarm/silence-periods.ts';

interface Activity {
  readonly active: boolean;
  readonly until: number;
}

/** What silences hold at a time, and until when that stays so. */
export interface SilencesAt {
  readonly changesAt: number;
  readonly of: (target: SilenceTarget) => Silenced | undefined;
}

/** The silences in force. The next time of a maintenance window is computed once, not at each look. */
export class SilencesNow {
  readonly #known = new WeakMap<Silence, Activity>();

  /** `now`: milliseconds since 1970. */
  at(silences: readonly Silence[], now: number): SilencesAt {
    const looked = silences.map((silence) => ({ silence, ...this.#activity(silence, now) }));
    // The longest first: it is the one that is told.
    const active = looked.filter((each) => each.active).sort((a, b) => b.until - a.until);
    return {
      changesAt: Math.min(Infinity, ...looked.map(({ until }) => until)),
      of(target) {
        const found = active.find(({ silence }) => concerns(silence, target));
        if (found === undefined) return undefined;
        return silencedBy(found.silence, found.until);
      },
    };
  }

  #activity(silence: Silence, now: number): Activity {
    const known = this.#known.get(silence);
    if (known !== undefined && now < known.until) return known;
    const activity = activityAt(silence, now);
    this.#known.set(silence, activity);
    return activity;
  }
}
