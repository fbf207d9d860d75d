import { Temporal } from 'temporal-polyfill';
import { SECOND_MS } from '../../time/duration.ts';
import type { BaselineKind } from './choices.ts';

/** Seconds since 1970; `to` is exclusive. */
export interface ChangePeriod {
  readonly from: number;
  readonly to: number;
}

const BASELINE_WEEKS = 4;

/** Length of a period, seconds. */
export const secondsWithin = ({ from, to }: ChangePeriod): number => to - from;

/** The same time of the clocks of a zone, weeks earlier; where they skip it, as much later as they skip. */
function weeksBefore(at: number, weeks: number, zone: string): number {
  const time = Temporal.Instant.fromEpochMilliseconds(at * SECOND_MS).toZonedDateTimeISO(zone);
  return Math.floor(time.subtract({ weeks }).epochMilliseconds / SECOND_MS);
}

/** The periods of a baseline, the latest one first. Those of former weeks are as long as the period also where the clock changed. */
export function baselinePeriods(
  period: ChangePeriod,
  kind: BaselineKind,
  zone: string,
): readonly ChangePeriod[] {
  const length = secondsWithin(period);
  if (kind === 'before') return [{ from: Math.max(0, period.from - length), to: period.from }];
  return Array.from({ length: BASELINE_WEEKS }, (_, week) => {
    const from = Math.max(0, weeksBefore(period.from, week + 1, zone));
    return { from, to: from + length };
  });
}

const MINUTE = 60;
const HOUR = 3_600;
/**
 * Lengths of the steps of a small chart, seconds: multiples of five minutes, as everywhere. A flow counts in full at its last packet and an
 * exporter reports a long one every few minutes, so that in shorter steps an even flow is a row of peaks.
 */
const steps = [
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
] as const;
const MOST_STEPS = 48;

/** Seconds of the steps in which a period is drawn: a multiple of `least`, those of the rows that are read. */
export const chartStepOf = (period: ChangePeriod, least: number): number =>
  steps.find((step) => step % least === 0 && secondsWithin(period) / step <= MOST_STEPS) ??
  Math.ceil(secondsWithin(period) / MOST_STEPS / least) * least;

/** The period in full steps of the rows that are read. */
export const inFullSteps = ({ from, to }: ChangePeriod, seconds: number): ChangePeriod => ({
  from: Math.floor(from / seconds) * seconds,
  to: Math.ceil(to / seconds) * seconds,
});

/** Longest and shortest period that an alarm sets, seconds. */
export const alarmPeriodLimits = { longest: HOUR, shortest: 5 * MINUTE } as const;

/** A transition of an alarm: `at` is the start of its window, `firstOutlier` that of the first measure that raised it. */
export interface AlarmEdge {
  readonly edge: string;
  readonly at: number;
  readonly firstOutlier?: number | undefined;
}

/** A raise that follows a clear within this time belongs to the same incident, as with flapping alarms. */
const SAME_INCIDENT = HOUR;
/** How far an incident that flaps is followed back. */
const LONGEST_INCIDENT = 24 * HOUR;

function startingAt(from: number, end: number): ChangePeriod {
  const to = Math.min(end, from + alarmPeriodLimits.longest);
  return { from: Math.min(from, to - alarmPeriodLimits.shortest), to };
}

/** The first raise of the incident that the raise at `place` belongs to, newest first. */
function firstRaise(edges: readonly AlarmEdge[], place: number, raise: AlarmEdge): AlarmEdge {
  let first = raise;
  for (const [index, event] of edges.entries()) {
    if (index <= place || event.edge !== 'raise') continue;
    const later = edges[index - 1];
    const cleared = later?.edge === 'clear' ? later.at : first.at;
    if (first.at - cleared > SAME_INCIDENT || raise.at - event.at > LONGEST_INCIDENT) break;
    first = event;
  }
  return first;
}

/**
 * The period in which an alarm began: from the first measure of the raise at `since` that was too high or too low, or of an earlier raise
 * that cleared less than an hour before the next, for an hour at most, and until it cleared. `events` are newest first.
 * Where the raise is not stored any more, it began at `since`.
 */
export function alarmPeriod(
  events: readonly AlarmEdge[],
  { since, now }: { readonly since: number; readonly now: number },
): ChangePeriod {
  const edges = events.filter(({ edge }) => edge === 'raise' || edge === 'clear');
  const place = edges.findIndex(({ edge, at }) => edge === 'raise' && at <= since);
  const raise = edges[place];
  if (raise === undefined) return startingAt(Math.min(since, now - alarmPeriodLimits.shortest), now);
  const first = firstRaise(edges, place, raise);
  const from = first.firstOutlier ?? first.at;
  const clear = edges.slice(0, place).findLast(({ edge }) => edge === 'clear');
  return startingAt(from, Math.min(clear?.at ?? now, now));
}
