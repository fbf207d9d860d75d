import type { Severity } from '../alerting/severity.ts';
import { activityAt } from './occurrence.ts';
import type { Silence, SilenceMatch, SilenceTimes } from './silence.ts';

/** The fields of an alarm instance that silences match. */
export interface SilenceTarget {
  readonly customer: number;
  readonly alarm: number;
  readonly severity: Severity;
  readonly site: number;
  readonly element: number;
  /** Device of an interface; for a device the element itself. */
  readonly device: number;
}

const says = <Value>(values: readonly Value[], ...found: readonly Value[]): boolean =>
  values.length === 0 || found.some((value) => values.includes(value));

/** Whether a silence matches alarms of an element, be it only some of them. */
export const matchesPlace = (
  { sites, elements }: Pick<SilenceMatch, 'sites' | 'elements'>,
  { site, element, device }: Pick<SilenceTarget, 'site' | 'element' | 'device'>,
): boolean => says(sites, site) && says(elements, element, device);

export const matchesAlarm = (match: SilenceMatch, target: SilenceTarget): boolean =>
  says(match.alarms, target.alarm) && says(match.severities, target.severity) && matchesPlace(match, target);

/** Whether a silence applies to an alarm instance, at any time. */
export const silenceAppliesTo = (
  { customer, match }: Pick<Silence, 'customer' | 'match'>,
  target: SilenceTarget,
): boolean => (customer === null || customer === target.customer) && matchesAlarm(match, target);

export interface SilenceInForce<S> {
  readonly silence: S;
  /** Milliseconds since 1970; Infinity: no end. */
  readonly until: number;
}

/** Returns the active silence of an alarm instance at a time: of several, the one that lasts longest. */
export function silencedAt<S extends Silence>(
  silences: Iterable<S>,
  target: SilenceTarget,
  at: number,
): SilenceInForce<S> | undefined {
  let longest: SilenceInForce<S> | undefined;
  for (const silence of silences) {
    if (!silenceAppliesTo(silence, target)) continue;
    const { active, until } = activityAt(silence, at);
    if (active && (longest === undefined || until > longest.until)) longest = { silence, until };
  }
  return longest;
}

/** `waiting`: a maintenance window between two occurrences. */
export type SilenceState = 'planned' | 'active' | 'waiting' | 'over';

export function silenceStateAt(times: SilenceTimes, at: number): SilenceState {
  const { active, until } = activityAt(times, at);
  if (active) return 'active';
  if (until === Infinity) return 'over';
  return at < times.startsAt ? 'planned' : 'waiting';
}
