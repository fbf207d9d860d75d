import type { Granularity } from '#schemas/time/granularity.ts';
import type { Bind } from '#schemas/kpi/bindings.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import { partialColumns, type Call, type PartialAggregation } from './partial-values.ts';

/** A period of a customer, and how it is cut into steps. */
export interface ValuesRequest {
  readonly customer: number;
  readonly from: number;
  readonly to: number;
  readonly working: Granularity;
  readonly display: Granularity;
  readonly timeZone: string;
  /** Whether hours and longer steps are merged from values of 5 minutes, as the time zone cuts the stored hours in two. */
  readonly isFromMinutes?: boolean | undefined;
  /**
   * Start of a day of UTC, seconds since 1970: hours older than this are not stored, days of UTC take their place. Undefined: hours
   * are stored for as long as days.
   */
  readonly hoursFrom?: number | undefined;
  /** One value for the full period, from tables of the display granularity; default: one value per step. */
  readonly isTotal?: boolean | undefined;
  /** Days that count, ISO 8601; undefined: all. */
  readonly days?: readonly number[] | undefined;
  /** Undefined: all; empty: none. */
  readonly sites: readonly number[] | undefined;
}

/** SQL of the start of the step that contains a time, in the time zone `{zone}`, which every statement binds. */
export const startOfStep: Record<Granularity, (at: string) => string> = {
  '5m': (at) => `toStartOfFiveMinutes(${at}, {zone:String})`,
  '1h': (at) => `toStartOfHour(${at}, {zone:String})`,
  '1d': (at) => `toDateTime(toStartOfDay(${at}, {zone:String}), {zone:String})`,
  '1w': (at) => `toDateTime(toStartOfWeek(${at}, 1, {zone:String}), {zone:String})`,
  '1mo': (at) => `toDateTime(toStartOfMonth(${at}, {zone:String}), {zone:String})`,
};

/** Aggregates of points at times `at`. */
export const pointAggregates: Record<
  Exclude<Aggregation, 'percentile'>,
  (value: string, call: Call) => string
> = {
  minimum: (value, call) => call('min', value),
  maximum: (value, call) => call('max', value),
  'minimum date': (value, call) => `toFloat64(toUnixTimestamp(${call('argMin', `at, (${value}, at)`)}))`,
  'maximum date': (value, call) =>
    `toFloat64(toUnixTimestamp(${call('argMax', `at, (${value}, -toInt64(toUnixTimestamp(at)))`)}))`,
  first: (value, call) => call('argMin', `${value}, at`),
  last: (value, call) => call('argMax', `${value}, at`),
  average: (value, call) => call('avg', value),
  sum: (value, call) => call('sum', value),
};

/** An aggregation; `level`, from 0 to 1, is that of a percentile. */
export interface Aggregate {
  readonly aggregation: Aggregation;
  readonly level: number;
}

/** SQL of an aggregate of the points `value`, all of them finite. Percentiles use the nearest rank. */
export const pointAggregate = ({ aggregation, level }: Aggregate, bind: Bind): string =>
  aggregation === 'percentile'
    ? `arraySort(groupArray(value))[toUInt64(greatest(1, ceil(${bind('level', 'Float64', level)} * count())))]`
    : pointAggregates[aggregation]('value', (name, args) => `${name}(${args})`);

/** SQL of an aggregate of those points of a column that are finite; null without any. */
export function finiteAggregate({ aggregation, level }: Aggregate, column: string, bind: Bind): string {
  const isFinite = `isFinite(${column})`;
  if (aggregation !== 'percentile')
    return pointAggregates[aggregation](column, (name, args) => `${name}OrNullIf(${args}, ${isFinite})`);
  const rank = `toUInt64(greatest(1, ceil(${bind('level', 'Float64', level)} * countIf(${isFinite}))))`;
  return `if(countIf(${isFinite}) = 0, NULL, arraySort(groupArrayIf(${column}, ${isFinite}))[${rank}])`;
}

/** SQL of what a partial aggregate keeps of those points of a column that are finite; null without any. */
export const finitePartial = (aggregation: PartialAggregation, column: string): readonly string[] =>
  partialColumns[aggregation](column, (name, args) => `${name}OrNullIf(${args}, isFinite(${column}))`);

/** SQL of the start of the step that contains a time; one step for the full period where it is a total. */
export const stepSql = (
  { display, isTotal = false, from }: Pick<ValuesRequest, 'display' | 'isTotal' | 'from'>,
  bind: Bind,
): string => (isTotal ? `toDateTime(${bind('from', 'UInt32', from)}, 'UTC')` : startOfStep[display]('at'));

/** SQL conditions of the customer, the period and its business days. */
export const periodSql = (
  { customer, from, to, days, sites }: ValuesRequest,
  bind: Bind,
): readonly string[] => [
  `customer = ${bind('customer', 'UInt32', customer)}`,
  `at >= toDateTime(${bind('from', 'UInt32', from)}, 'UTC')`,
  `at < toDateTime(${bind('to', 'UInt32', to)}, 'UTC')`,
  ...(days === undefined
    ? []
    : [`toDayOfWeek(at, 0, {zone:String}) IN ${bind('days', 'Array(UInt8)', days)}`]),
  ...(sites === undefined ? [] : [`site IN ${bind('sites', 'Array(UInt32)', sites)}`]),
];
