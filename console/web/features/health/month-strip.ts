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
  /** The worst of them; undefined: nothing is known of the day. */
  readonly worst: HealthState | undefined;
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
  const seen = Object.keys(states) as HealthState[];
  const worst = seen.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
  return { from, to, states, worst };
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
