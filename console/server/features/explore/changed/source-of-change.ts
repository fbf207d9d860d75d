import type { BaselineKind } from '#schemas/explore/changed/choices.ts';
import { baselinePeriods, inFullSteps, type ChangePeriod } from '#schemas/explore/changed/periods.ts';
import type { FlowRetention } from '../statement/source.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { ChangeSource } from './changed-statements.ts';

/** Rows are removed some time after they expired. */
const SLACK_MS = HOUR_MS;

/** Finest first. */
const sources = ['raw', '5m', '1h'] as const satisfies readonly ChangeSource[];

/** Seconds of the rows of a source: periods are compared in full steps of them. */
export const stepOf: Readonly<Record<ChangeSource, number>> = { raw: 1, '5m': 300, '1h': 3_600 };

/** A period and its baseline, as they are read. */
export interface ComparedPeriods {
  readonly source: ChangeSource;
  readonly period: ChangePeriod;
  /** Former weeks whose rows have expired are not read. */
  readonly baseline: readonly (ChangePeriod & { readonly isRetained: boolean })[];
}

/** The finest source, of those from `least` on, that has the period and at least the latest part of its baseline. */
export function comparedPeriods(
  requested: ChangePeriod,
  { kind, zone, least }: { readonly kind: BaselineKind; readonly zone: string; readonly least: ChangeSource },
  { nowMs, retention }: { readonly nowMs: number; readonly retention: FlowRetention },
): ComparedPeriods {
  for (const source of sources.slice(sources.indexOf(least))) {
    const days = source === 'raw' ? retention.raw : retention.days[source];
    const since = (nowMs - days * DAY_MS - SLACK_MS) / SECOND_MS;
    const period = inFullSteps(requested, stepOf[source]);
    const baseline = baselinePeriods(period, kind, zone).map((each) => ({
      ...inFullSteps(each, stepOf[source]),
      isRetained: each.from >= since,
    }));
    if (period.from >= since && baseline[0]?.isRetained === true) return { source, period, baseline };
  }
  throw new ProblemError('SERIES_NOT_RETAINED', { params: { days: retention.days['1h'] } });
}
