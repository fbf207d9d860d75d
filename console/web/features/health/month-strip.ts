import { weightOf, type HealthState } from '#schemas/health/component.ts';
import type { HealthChange } from '#schemas/health/routes.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

/** Days of a strip. */
export const STRIP_DAYS = 30;

/** A day of a strip: how long each state lasted, milliseconds. Times are milliseconds since 1970. */
export interface StripDay {
  readonly from: number;
  readonly to: number;
  readonly states: Readonly<Partial<Record<HealthState, number>>>;
  /** The worst that was judged; unknown when nothing was, undefined when nothing is recorded of the day. */
  readonly worst: HealthState | undefined;
  /** Share of the day that was not judged: unknown, or not recorded. */
  readonly unjudged: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly state: HealthState;
}

/** Changes of one component, oldest first, as spans that end with the next one. */
const spansOf = (changes: readonly HealthChange[], nowMs: number): readonly Span[] =>
  changes.map(({ at, state }, index) => ({ from: at, to: changes[index + 1]?.at ?? nowMs, state }));

function dayOf(spans: readonly Span[], from: number, to: number): StripDay {
  const states: Partial<Record<HealthState, number>> = {};
  for (const { from: start, to: end, state } of spans) {
    const ms = Math.min(end, to) - Math.max(start, from);
    if (ms > 0) states[state] = (states[state] ?? 0) + ms;
  }
  // A moment of a start in which nothing could be read says nothing about the hours that were judged.
  const { unknown = 0, ...remaining } = states;
  const judged = Object.keys(remaining) as HealthState[];
  const worst = judged.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
  const judgedMs = Object.values(remaining).reduce((sum, ms) => sum + ms, 0);
  return {
    from,
    to,
    states,
    worst: worst ?? (unknown > 0 ? 'unknown' : undefined),
    unjudged: Math.max(0, 1 - judgedMs / (to - from)),
  };
}

/** The last 30 days of a component, the last one up to now. `changes`: of all components, oldest first. */
export function stripOf(
  component: string,
  changes: readonly HealthChange[],
  nowMs: number,
): readonly StripDay[] {
  const spans = spansOf(
    changes.filter((change) => change.component === component),
    nowMs,
  );
  return Array.from({ length: STRIP_DAYS }, (_, index) => {
    const to = nowMs - (STRIP_DAYS - 1 - index) * DAY_MS;
    return dayOf(spans, to - DAY_MS, to);
  });
}
