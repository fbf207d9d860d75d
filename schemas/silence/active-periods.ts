import { occurrencesFrom, type Occurrence } from './occurrence.ts';
import type { SilenceTimes } from './silence.ts';

/** The times in [`from`, `to`) in which a silence is active, oldest first, whole and not cut; milliseconds since 1970. */
export function activePeriods(
  times: SilenceTimes,
  { from, to }: { readonly from: number; readonly to: number },
): Occurrence[] {
  const found: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(times, from)) {
    if (occurrence.from >= to) break;
    found.push(occurrence);
  }
  return found;
}
