import type { DefinitionChange } from '#schemas/alerting/definition-change.ts';
import type { AlarmHistory } from '#schemas/alerting/routes.ts';
import { DAY_MS, HOUR_MS, SECOND_MS, WEEK_MS } from '#schemas/time/duration.ts';
import { automaticGranularity, granularityMs } from '#schemas/time/granularity.ts';
import type { GraphPeriod } from '#web/kernel/kpi/graph-points.ts';

/** Periods of the graph of an alarm. */
export const graphSpans = ['1h', '24h', '7d'] as const;
export type GraphSpan = (typeof graphSpans)[number];

const spanMs: Readonly<Record<GraphSpan, number>> = { '1h': HOUR_MS, '24h': DAY_MS, '7d': WEEK_MS };

export const isGraphSpan = (text: string | undefined): text is GraphSpan =>
  graphSpans.some((span) => span === text);

export const granularityOf = (span: GraphSpan) => automaticGranularity(spanMs[span]);

export const stepSecondsOf = (span: GraphSpan): number =>
  (granularityMs[granularityOf(span)] ?? HOUR_MS) / SECOND_MS;

/** The period that ends with a time, from the start of a step to the end of one. */
export function graphPeriod(span: GraphSpan, end: number): GraphPeriod {
  const step = stepSecondsOf(span);
  const to = Math.ceil(end / step) * step;
  return { from: to - spanMs[span] / SECOND_MS, to };
}

export interface GraphMarks {
  readonly running: readonly GraphPeriod[];
  readonly silenced: readonly GraphPeriod[];
  /** Times of acknowledgements, seconds since 1970. */
  readonly acknowledged: readonly number[];
  /** Times at which the definition changed, seconds since 1970. */
  readonly changed: readonly number[];
}

/**
 * The threshold in force at each time, in seconds: `now` unless the definition changed. Null while the alarm was on another KPI, whose
 * threshold says nothing of this one.
 */
export function thresholdsAt(
  times: readonly number[],
  now: number,
  changes: readonly DefinitionChange[],
): (number | null)[] {
  const otherKpiUntil = changes.findLast(({ parts }) => parts.includes('kpi'))?.at ?? -Infinity;
  const steps = changes.flatMap(({ at, threshold }) =>
    threshold === undefined ? [] : [{ at, ...threshold }],
  );
  return times.map((time) => {
    const atMs = time * SECOND_MS;
    if (atMs < otherKpiUntil) return null;
    return steps.findLast(({ at }) => at <= atMs)?.after ?? steps[0]?.before ?? now;
  });
}

type MarkEvent = Pick<AlarmHistory['events'][number], 'edge' | 'at' | 'happened'>;

/** What a start or an end of the events opens or closes. What began before the first event began before the period. */
function periodsBetween(
  events: readonly { readonly opens: boolean; readonly at: number }[],
  { from, to }: GraphPeriod,
): readonly GraphPeriod[] {
  const periods: GraphPeriod[] = [];
  let since = events[0]?.opens === false ? from : undefined;
  for (const { opens, at } of events) {
    if (opens) since ??= at;
    else if (since !== undefined) {
      periods.push({ from: since, to: at });
      since = undefined;
    }
  }
  if (since !== undefined) periods.push({ from: since, to });
  return periods
    .filter((period) => period.from < to && period.to > from)
    .map((period) => ({ from: Math.max(from, period.from), to: Math.min(to, period.to) }));
}

/** The events of an alarm, newest first, as periods and times of its graph. */
export function graphMarks(
  events: readonly MarkEvent[],
  changes: readonly Pick<DefinitionChange, 'at'>[],
  period: GraphPeriod,
): GraphMarks {
  const ascending = events.toReversed();
  const between = (start: MarkEvent['edge'], end: MarkEvent['edge'], time: (event: MarkEvent) => number) =>
    periodsBetween(
      ascending
        .filter(({ edge }) => edge === start || edge === end)
        .map((event) => ({ opens: event.edge === start, at: time(event) })),
      period,
    );
  const happened = (event: MarkEvent): number => event.happened / SECOND_MS;
  return {
    running: between('raise', 'clear', ({ at }) => at),
    silenced: between('silence', 'unsilence', happened),
    acknowledged: ascending
      .filter(({ edge }) => edge === 'acknowledge')
      .map(happened)
      .filter((at) => at >= period.from && at < period.to),
    changed: changes.map(({ at }) => at / SECOND_MS),
  };
}
