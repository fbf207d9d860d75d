import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { SilencePeriod } from '#schemas/silence/period-routes.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

const isActiveAt = ({ from, until }: SilencePeriod, atMs: number): boolean =>
  from <= atMs && (until === null || until > atMs);

/** The silences active at a time, seconds since 1970; each once. */
export function silencesAt(periods: readonly SilencePeriod[], at: number): readonly SilencePeriod[] {
  const active = periods.filter((period) => isActiveAt(period, at * SECOND_MS));
  return [...new Map(active.map((period) => [period.silence, period])).values()];
}

/**
 * The sites to mark as silenced: those of an active silence, all for one that matches everything, and those with a silenced alarm.
 * A silence of some alarms everywhere marks only the latter.
 */
export function silencedSites(
  active: readonly SilencePeriod[],
  {
    sites,
    alarms,
  }: {
    readonly sites: readonly { readonly site: number }[];
    readonly alarms: readonly Pick<AlarmRow, 'site' | 'silenced'>[];
  },
): ReadonlySet<number> {
  const isEverywhere = active.some((period) => period.complete && period.sites.length === 0);
  return new Set([
    ...(isEverywhere ? sites.map(({ site }) => site) : []),
    ...active.flatMap((period) => period.sites),
    ...alarms.flatMap(({ site, silenced }) => (silenced === undefined ? [] : [site])),
  ]);
}

/** Part of a timeline, from 0 to 1. */
export interface SilenceStretch {
  readonly silence: number;
  readonly start: number;
  readonly end: number;
}

/** Where silences lie in [`from`, `to`), seconds since 1970. */
export const silenceStretches = (
  periods: readonly SilencePeriod[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly SilenceStretch[] =>
  periods
    .map(({ silence, from: begins, until }) => ({
      silence,
      start: Math.max(0, (begins / SECOND_MS - from) / (to - from)),
      end: until === null ? 1 : Math.min(1, (until / SECOND_MS - from) / (to - from)),
    }))
    .filter(({ start, end }) => end > start);
