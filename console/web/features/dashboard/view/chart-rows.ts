import type { DashletType } from '#schemas/dashboard/dashlets.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';

/** Rows that a chart draws: more cannot be distinguished, and thousands would hold up the page. Tables draw what is in view; a pie shows a whole. */
const CHART_ROWS: Readonly<Partial<Record<DashletType, number>>> = {
  bar: 200,
  figure: 60,
  gauge: 60,
  service: 200,
  sparkline: 200,
  states: 200,
  timeline: 60,
};

/** The part of a result that its chart draws; the same if it draws all of it. */
export function drawnRows(type: DashletType, result: DataResult | undefined): DataResult | undefined {
  const most = CHART_ROWS[type];
  if (result === undefined || most === undefined || result.rows.length <= most) return result;
  return { ...result, rows: result.rows.slice(0, most) };
}
