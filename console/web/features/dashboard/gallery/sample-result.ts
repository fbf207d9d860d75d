import type { DataResult, DataRow } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { factsIn, libraryDirectory } from '#schemas/kpi/directory.ts';
import { HOUR_S } from '#schemas/time/duration.ts';

const STEP_S = 300;
const STEPS = 96;

export interface MadeUpRows {
  readonly names: readonly (string | null)[];
  /** Rows that are not shown. */
  readonly more: number;
  /** Values that are none: a gap in a line, a row without a number. */
  readonly hasGaps: boolean;
}

const names = ['lyon-edge-1 · Gi0/0/0', 'paris-core-2 · xe-0/0/1', 'nantes-cpe-7 · WAN', 'lille · Te1/1'];
export const plain: MadeUpRows = { names, more: 0, hasGaps: false };
export const longNames: MadeUpRows = {
  ...plain,
  names: names.map(
    (name) => `${name}, the backup line of the distribution centre in the industrial zone north`,
  ),
};
export const withGaps: MadeUpRows = { ...plain, names: [...names.slice(0, 3), null], hasGaps: true };
/** More than a chart can draw legibly, and than a table draws at once. */
export const thousandRows: MadeUpRows = {
  ...plain,
  names: Array.from({ length: 1_000 }, (_, index) => `site-${String(index + 1)} · Gi0/0/0`),
};
export const truncatedRows: MadeUpRows = { ...plain, more: 12_340 };

/** A daily wave per row, below 100. */
const valueOf = (row: number, of: number, step: number): number =>
  45 + 30 * Math.sin(step / 12 + row) + 8 * Math.cos(step / 5 + of * 2) - (row % 4) * 4;

/** A result of a request, made up: the gallery shows dashlets without a network. */
export function sampleResult(
  { series, keys = [], to, display }: DataRequestInput,
  sample: MadeUpRows,
): DataResult {
  const stepS = display === '1h' ? HOUR_S : STEP_S;
  const attribute = keys.find((key) => key !== 'date');
  const end = Math.floor(to / stepS) * stepS;
  const steps = Array.from({ length: STEPS }, (_, index) => end - (STEPS - index) * stepS);
  const isOverTime = keys.includes('date');
  const isGap = (row: number, step: number): boolean =>
    sample.hasGaps && (row === 3 || (isOverTime && row === 1 && step % 24 < 8));
  const shown = attribute === undefined ? [null] : sample.names;
  const rows = shown.map((name, row): DataRow => ({
    key: attribute === undefined ? [] : [{ attribute, id: row + 1, name }],
    values: series.map((_, of) =>
      (isOverTime ? steps : [0]).map((__, step) => (isGap(row, step) ? null : valueOf(row, of, step))),
    ),
  }));
  return {
    series: series.map(({ kpi, aggregation = 'default', percentile = 95 }) => {
      const { unit, kind, aggregation: own } = factsIn(libraryDirectory, kpi);
      const inForce = aggregation === 'default' ? own : aggregation;
      return {
        kpi,
        unit,
        kind,
        aggregation: inForce,
        over: null,
        ...(inForce === 'percentile' && { percentile }),
        working: '5m',
        isCoarser: false,
        fromQuantiles: false,
      };
    }),
    working: '5m',
    display: '5m',
    timeZone: 'UTC',
    from: end - STEPS * STEP_S,
    to: end,
    steps: isOverTime ? steps : null,
    rows,
    rowCount: rows.length + sample.more,
    sources: ['samples'],
    version: end,
  };
}
