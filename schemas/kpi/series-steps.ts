import type { RetentionDays } from '../limit/retention.ts';
import type { Granularity } from '../time/granularity.ts';
import type { Aggregation } from './kpi.ts';

/** SQL of the start of the step that contains a time, in the time zone `{zone}`. */
export const startOfStep: Record<Granularity, (at: string) => string> = {
  '5m': (at) => `toStartOfFiveMinutes(${at}, {zone:String})`,
  '1h': (at) => `toStartOfHour(${at}, {zone:String})`,
  '1d': (at) => `toDateTime(toStartOfDay(${at}, {zone:String}), {zone:String})`,
  '1w': (at) => `toDateTime(toStartOfWeek(${at}, 1, {zone:String}), {zone:String})`,
  '1mo': (at) => `toDateTime(toStartOfMonth(${at}, {zone:String}), {zone:String})`,
};

/** Aggregates of points `value` at times `at`. Percentiles use the nearest rank. */
export const pointAggregates: Record<Aggregation, string> = {
  minimum: 'min(value)',
  maximum: 'max(value)',
  'minimum date': 'toFloat64(toUnixTimestamp(argMin(at, (value, at))))',
  'maximum date': 'toFloat64(toUnixTimestamp(argMax(at, (value, -toInt64(toUnixTimestamp(at))))))',
  first: 'argMin(value, at)',
  last: 'argMax(value, at)',
  average: 'avg(value)',
  sum: 'sum(value)',
  percentile: 'arraySort(groupArray(value))[toUInt64(greatest(1, ceil({level:Float64} * count())))]',
};

const suffix = { '5m': '', '1h': '_1h', '1d': '_1d' } as const satisfies Record<keyof RetentionDays, string>;

/** The granularity of the table that has the values of a granularity: days of another zone are computed from hours. */
export function tableGranularity(granularity: Granularity, timeZone: string): keyof RetentionDays {
  if (granularity === '5m' || granularity === '1h') return granularity;
  return timeZone === 'UTC' ? '1d' : '1h';
}

/** Returns the coarsest table for a granularity. Rollups end at midnight UTC: days of another zone are computed from hours. */
export const rollupTable = (table: string, granularity: Granularity, timeZone: string): string =>
  `${table}${suffix[tableGranularity(granularity, timeZone)]}`;
