import type { Bind } from '#schemas/kpi/bindings.ts';
import type { ValuesRequest } from './series-steps.ts';
import { DAY_S } from '#schemas/time/duration.ts';

const NOON_S = DAY_S / 2;
/** Fewer days are read as fast from hours. */
const FEW_DAYS = 2;

/** Part of a period and the rollup that it is read from, seconds since 1970; of days those that begin in it. */
export interface RollupSpan {
  readonly of: '1h' | '1d';
  readonly from: number;
  readonly to: number;
}

/** What of a request decides which rollups are read. */
export type SpannedPeriod = Pick<ValuesRequest, 'from' | 'to' | 'hoursFrom' | 'isTotal' | 'days'>;

const nextDay = (at: number): number => Math.ceil(at / DAY_S) * DAY_S;
const lastDay = (at: number): number => Math.floor(at / DAY_S) * DAY_S;
/** The first day of UTC whose noon is not before a time. */
const dayOfNoon = (at: number): number => nextDay(at - NOON_S);

const daysIn = (from: number, to: number): RollupSpan => ({ of: '1d', from, to });
const hoursIn = (from: number, to: number): RollupSpan => ({ of: '1h', from, to });
const isNotEmpty = ({ from, to }: RollupSpan): boolean => from < to;

/** Of a period whose first hours have expired: `isOne`, it has one value and no steps. */
function spansOfExpired(
  { from, to }: Pick<SpannedPeriod, 'from' | 'to'>,
  hoursFrom: number,
  isOne: boolean,
): readonly RollupSpan[] {
  const start = dayOfNoon(from);
  if (to <= hoursFrom) return [daysIn(start, dayOfNoon(to))];
  const end = isOne ? lastDay(to) : hoursFrom;
  return [daysIn(start, end), hoursIn(end, to)].filter(isNotEmpty);
}

/**
 * The rollups of a period whose steps are merged from hours. One value without days of the week needs no steps: days of UTC, and
 * hours at both ends only. Where hours have expired, days of UTC take their place, each for the step that contains its noon: of no
 * other step it covers more. Undefined: hours throughout.
 */
export function rollupSpans({
  from,
  to,
  hoursFrom = 0,
  isTotal = false,
  days,
}: SpannedPeriod): readonly RollupSpan[] | undefined {
  const isOne = isTotal && days === undefined;
  if (from < hoursFrom) return spansOfExpired({ from, to }, hoursFrom, isOne);
  const [start, end] = [nextDay(from), lastDay(to)];
  if (!isOne || end - start < FEW_DAYS * DAY_S) return undefined;
  return [hoursIn(from, start), daysIn(start, end), hoursIn(end, to)].filter(isNotEmpty);
}

const HOURS = '_1h';

/** SQL to select from for the rows of a rollup: the table, or several of them. Days are at their noon. */
export function rollupRows(table: string, period: SpannedPeriod, bind: Bind): string {
  const spans = table.endsWith(HOURS) ? rollupSpans(period) : undefined;
  if (spans === undefined) return table;
  const base = table.slice(0, -HOURS.length);
  const rows = spans.map(({ of, from, to }, index) => {
    const bound = (name: string, value: number) =>
      `toDateTime(${bind(`span_${name}_${String(index)}`, 'UInt32', value)}, 'UTC')`;
    const columns = of === '1d' ? `* REPLACE (rollup.at + ${String(NOON_S)} AS at)` : '*';
    return `SELECT ${columns} FROM ${base}_${of} AS rollup WHERE rollup.at >= ${bound('from', from)} AND rollup.at < ${bound('to', to)}`;
  });
  return `(${rows.join(' UNION ALL ')})`;
}
