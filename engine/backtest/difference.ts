import type { BacktestDifference } from '#schemas/cockpit/backtest.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import type { AlarmTime } from './alarm-times.ts';
import { siteKey, sitePlaceOf, worstSites } from './figures.ts';

const MINUTE = 60;
type SiteDifference = BacktestDifference['sites'][number];

const overlap = (a: AlarmTime, b: AlarmTime): number =>
  a.slot === b.slot ? Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start)) : 0;

const isBefore = (a: AlarmTime, b: AlarmTime): boolean =>
  a.slot < b.slot || (a.slot === b.slot && a.end < b.end);

/**
 * Seconds that both lists have in common, and the number of times in each that overlap none of the other.
 * Both sorted by element and time.
 */
export function compareTimes(draft: readonly AlarmTime[], inForce: readonly AlarmTime[]) {
  // A time that ended exactly at the start of the period is empty.
  const lasting = (times: readonly AlarmTime[]) => new Set(times.filter(({ start, end }) => end > start));
  const alone = { draft: lasting(draft), inForce: lasting(inForce) };
  let both = 0;
  for (let left = 0, right = 0; left < draft.length && right < inForce.length;) {
    const a = draft[left] as AlarmTime;
    const b = inForce[right] as AlarmTime;
    const common = overlap(a, b);
    both += common;
    if (common > 0) {
      alone.draft.delete(a);
      alone.inForce.delete(b);
    }
    if (isBefore(a, b)) left += 1;
    else right += 1;
  }
  return { both, gained: alone.draft.size, lost: alone.inForce.size };
}

const seconds = (times: readonly AlarmTime[]): number =>
  times.reduce((sum, { start, end }) => sum + end - start, 0);

/** Totals how a draft differs from the active rule. */
export class Difference {
  readonly #sites = new Map<string, SiteDifference>();
  #gained = 0;
  #lost = 0;
  #both = 0;
  #draft = 0;
  #inForce = 0;

  /** Adds the times of the same elements under each rule. */
  add(draft: readonly AlarmTime[], inForce: readonly AlarmTime[], elements: ElementTable): void {
    const { both, gained, lost } = compareTimes(draft, inForce);
    this.#both += both;
    this.#gained += gained;
    this.#lost += lost;
    this.#draft += seconds(draft) - both;
    this.#inForce += seconds(inForce) - both;
    for (const time of draft) this.#site(time, elements).draftMinutes += (time.end - time.start) / MINUTE;
    for (const time of inForce) this.#site(time, elements).inForceMinutes += (time.end - time.start) / MINUTE;
  }

  total(): BacktestDifference {
    const by = ({ draftMinutes, inForceMinutes }: SiteDifference): number =>
      Math.abs(draftMinutes - inForceMinutes);
    const different = [...this.#sites.values()].filter((site) => by(site) > 0);
    return {
      gained: this.#gained,
      lost: this.#lost,
      bothMinutes: this.#both / MINUTE,
      draftMinutes: this.#draft / MINUTE,
      inForceMinutes: this.#inForce / MINUTE,
      sites: worstSites(different, by),
    };
  }

  #site({ slot }: AlarmTime, elements: ElementTable): SiteDifference {
    const place = sitePlaceOf(elements, slot);
    let known = this.#sites.get(siteKey(place));
    if (known === undefined) {
      known = { ...place, draftMinutes: 0, inForceMinutes: 0 };
      this.#sites.set(siteKey(place), known);
    }
    return known;
  }
}
