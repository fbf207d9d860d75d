import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import type { z } from 'zod';
import { Clearing } from '#schemas/cockpit/clearing.ts';
import { severityLevelsOf, statedLevels } from '#schemas/cockpit/level/severity-levels.ts';
import type { BacktestDraft } from '#schemas/cockpit/backtest.ts';
import type { startBacktest } from '#schemas/cockpit/backtest-routes.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import { DAY_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { fromLocalTime } from '#web/lib/zoned/local-time.ts';
import { toAlarmDraft, type EditorDraft } from '../alarm-editor/editor-draft.ts';
import type { BacktestPeriod } from '../cockpit-search.ts';

export type BacktestBody = z.output<typeof startBacktest.body>;

export interface PeriodChoice {
  readonly period: BacktestPeriod;
  /** Local times of a custom range. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const days = { '1d': 1, '7d': 7, '14d': 14, '30d': 30 } as const;

/** The period in seconds since 1970; undefined for an invalid or too long range. */
export function backtestPeriod(
  { period, from, to }: PeriodChoice,
  nowMs: number,
): { readonly from: number; readonly to: number } | undefined {
  if (period !== 'range') {
    const until = Math.floor(nowMs / SECOND_MS);
    return { from: until - (days[period] * DAY_MS) / SECOND_MS, to: until };
  }
  const begins = fromLocalTime(from ?? '');
  const ends = fromLocalTime(to ?? '');
  if (begins === undefined || ends === undefined) return undefined;
  if (begins >= ends || ends - begins > backtestLimits.maxDays * DAY_MS) return undefined;
  return { from: Math.floor(begins / SECOND_MS), to: Math.floor(ends / SECOND_MS) };
}

/** The part of a draft that raises alarms; undefined while incomplete. */
export function testedRule(draft: EditorDraft, kpis: KpiDirectory): BacktestDraft | undefined {
  if (draft.kpi === null) return undefined;
  const alarm = toAlarmDraft(draft, kpis);
  const { kpi, target, operator, threshold, outliers, measures, severity, levels } = alarm;
  const { clearAfter, noDataMinutes, acknowledgementMinutes } = alarm;
  const figures = [threshold, outliers, measures, ...severityLevelsOf(alarm).map((level) => level.threshold)];
  const isComplete = figures.every((figure) => Number.isFinite(figure));
  const rule = { kpi, target, operator, threshold, outliers, measures, severity, ...statedLevels(levels) };
  const isPossible = outliers >= 1 && outliers <= measures && measures <= 32;
  const clearing = Clearing.safeParse({ clearAfter, noDataMinutes, acknowledgementMinutes });
  return isComplete && isPossible && clearing.success ? { ...rule, clearAfter, noDataMinutes } : undefined;
}

/** Whether two rules raise the same alarms. */
export const isSameRule = (one: BacktestDraft | undefined, other: BacktestDraft | undefined): boolean =>
  JSON.stringify({ ...one, severity: undefined }) === JSON.stringify({ ...other, severity: undefined });
