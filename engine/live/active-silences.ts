import type { Silenced } from '#schemas/alerting/mark.ts';
import { activityAt } from '#schemas/silence/occurrence.ts';
import { silenceAppliesTo, type SilenceTarget } from '#schemas/silence/rules.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import { silencedMark } from '../alarm/silence-periods.ts';

interface Activity {
  readonly active: boolean;
  readonly until: number;
}

/** The active silences at a time, and until when that remains valid. */
export interface SilencesAt {
  readonly changesAt: number;
  readonly find: (target: SilenceTarget) => Silenced | undefined;
}

/** The active silences. The next occurrence of a maintenance window is computed once and cached. */
export class ActiveSilences {
  readonly #known = new WeakMap<Silence, Activity>();

  /** `now`: milliseconds since 1970. */
  at(silences: readonly Silence[], now: number): SilencesAt {
    const looked = silences.map((silence) => ({ silence, ...this.#activity(silence, now) }));
    // The longest first: it is the one shown.
    const active = looked.filter((each) => each.active).sort((a, b) => b.until - a.until);
    return {
      changesAt: Math.min(Infinity, ...looked.map(({ until }) => until)),
      find(target) {
        const found = active.find(({ silence }) => silenceAppliesTo(silence, target));
        if (found === undefined) return undefined;
        return silencedMark(found.silence, found.until);
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
