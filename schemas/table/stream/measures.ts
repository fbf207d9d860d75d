import { f64, seconds, u16, u32, withCodec } from '../column.ts';
import { hourlyStep } from './rollup-steps.ts';
import { table, type Retention, type Table } from '../table.ts';

const identity = { customer: u32, site: u32, element: u32, kpi: u16 };

/** Elements of a site are mostly added together: a granule holds few sites, and a filter on sites reads few granules. */
const indexes = ['INDEX sites site TYPE set(64) GRANULARITY 1'] as const;

/**
 * The value of a KPI of an element in a closed window. A ratio keeps numerator and denominator, so that it aggregates exactly.
 */
export const measures = table({
  name: 'measures',
  columns: {
    ...identity,
    /** Start of the window, UTC-aligned. */
    at: withCodec(seconds, 'Delta, ZSTD(1)'),
    /** Length of the window in seconds. */
    length: u32,
    value: withCodec(f64, 'ZSTD(3)'),
    /** Of a ratio: value = 100 · numerator / denominator (percent) or numerator / denominator; otherwise the value and 1. */
    numerator: withCodec(f64, 'Gorilla, ZSTD(1)'),
    denominator: withCodec(f64, 'Gorilla, ZSTD(1)'),
  },
  indexes,
  engine: 'MergeTree',
  partitionBy: 'toYYYYMMDD(at)',
  orderBy: ['customer', 'kpi', 'element', 'at'],
  keep: { column: 'at', days: 28, as: '5m' },
});

const merges = {
  minimum: 'SimpleAggregateFunction(min, Float64)',
  maximum: 'SimpleAggregateFunction(max, Float64)',
  total: 'SimpleAggregateFunction(sum, Float64)',
  count: 'SimpleAggregateFunction(sum, UInt64)',
  numerator: 'SimpleAggregateFunction(sum, Float64)',
  denominator: 'SimpleAggregateFunction(sum, Float64)',
  minimum_at: "AggregateFunction(argMin, DateTime('UTC'), Float64)",
  maximum_at: "AggregateFunction(argMax, DateTime('UTC'), Float64)",
  first: "AggregateFunction(argMin, Float64, DateTime('UTC'))",
  last: "AggregateFunction(argMax, Float64, DateTime('UTC'))",
  first_at: "SimpleAggregateFunction(min, DateTime('UTC'))",
  last_at: "SimpleAggregateFunction(max, DateTime('UTC'))",
  quantiles: 'AggregateFunction(quantiles(0.5, 0.9, 0.95, 0.99), Float64)',
};
/** By ZSTD rows of hours take 81 bytes instead of 101 (`bench -- rollup-steps`). */
const merged = Object.fromEntries(
  Object.entries(merges).map(([name, type]) => [name, `${type} CODEC(ZSTD(1))`]),
);
const fromMeasures =
  'min(value) AS minimum, max(value) AS maximum, sum(value) AS total, count() AS count, ' +
  'sum(m.numerator) AS numerator, sum(m.denominator) AS denominator, ' +
  'argMinState(m.at, value) AS minimum_at, argMaxState(m.at, value) AS maximum_at, ' +
  'argMinState(value, m.at) AS first, argMaxState(value, m.at) AS last, ' +
  'min(m.at) AS first_at, max(m.at) AS last_at, quantilesState(0.5, 0.9, 0.95, 0.99)(value) AS quantiles';
const fromHours =
  'min(m.minimum) AS minimum, max(m.maximum) AS maximum, sum(m.total) AS total, sum(m.count) AS count, ' +
  'sum(m.numerator) AS numerator, sum(m.denominator) AS denominator, ' +
  'argMinMergeState(m.minimum_at) AS minimum_at, argMaxMergeState(m.maximum_at) AS maximum_at, ' +
  'argMinMergeState(m.first) AS first, argMaxMergeState(m.last) AS last, ' +
  'min(m.first_at) AS first_at, max(m.last_at) AS last_at, ' +
  'quantilesMergeState(0.5, 0.9, 0.95, 0.99)(m.quantiles) AS quantiles';

const rollup = (step: {
  name: string;
  /** SQL of the start of the step. */
  start: string;
  days: number;
  as: Retention;
  from: string;
  aggregates: string;
}) =>
  table({
    name: step.name,
    columns: { ...identity, at: withCodec(seconds, 'DoubleDelta, LZ4') },
    stateColumns: merged,
    indexes,
    engine: 'AggregatingMergeTree',
    partitionBy: 'toYYYYMM(at)',
    orderBy: ['customer', 'kpi', 'element', 'at', 'site'],
    keep: { column: 'at', days: step.days, as: step.as },
    from: {
      table: step.from,
      select:
        `SELECT m.customer AS customer, m.site AS site, m.element AS element, m.kpi AS kpi, ` +
        `${step.start} AS at, ${step.aggregates} ` +
        `FROM ${step.from} AS m GROUP BY customer, site, element, kpi, ${step.start}`,
    },
  });

/** Every specified aggregation is exact at an hour, or its halves or quarters, and a day: extremes with their times, first and last, sums, quantiles. */
export const measures1h = rollup({
  name: 'measures_1h',
  start: hourlyStep('m.at', 'm.customer'),
  days: 1096,
  as: '1h',
  from: 'measures',
  aggregates: fromMeasures,
});
export const measures1d = rollup({
  name: 'measures_1d',
  start: "toStartOfInterval(m.at, INTERVAL 1 DAY, 'UTC')",
  days: 1096,
  as: '1d',
  from: 'measures_1h',
  aggregates: fromHours,
});

/** Days for which the tables in the order of time hold measures. */
export const RECENT_DAYS = 2;

/**
 * The last measures in the order of time, and in a window by site. In the table that is ordered by element a few windows of all elements are a part
 * of every granule: to read them alone is to read the entire day. With 8,192 rows in a granule those of one site would be a window of 10,000 elements
 * (docs/adr/0044-data-requests.md).
 */
const inOrderOfTime = (from: Table) =>
  table({
    ...from,
    name: `recent_${from.name}`,
    partitionBy: 'toYYYYMMDD(at)',
    orderBy: ['customer', 'kpi', 'at', 'site', 'element'],
    granuleRows: 512,
    keep: { column: 'at', days: RECENT_DAYS },
    // Measures of the past, as of a replay or an import, would expire at once.
    from: {
      table: from.name,
      select: `SELECT * FROM ${from.name} WHERE at >= now() - INTERVAL ${String(RECENT_DAYS)} DAY`,
    },
  });
export const recentMeasures = inOrderOfTime(measures);
export const recentMeasures1h = inOrderOfTime(measures1h);
