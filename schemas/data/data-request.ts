import { z } from 'zod';
import { overs } from '../kpi/algebra/quantity.ts';
import { aggregations } from '../kpi/kpi.ts';
import { KpiKeyText } from '../kpi/key.ts';
import { dataLimits } from '../limit/data.ts';
import { TOP_BREAKDOWN_MAX_SITES, tableDashlet } from '../limit/dashlet.ts';
import { businessHoursOptions } from '../time/business-hours.ts';
import { granularities } from '../time/granularity.ts';
import { ZoneName, isTimeZone } from '../time/time-zone.ts';
import { ElementFilter } from './element-filter.ts';
import { LineFilter } from './line-filter.ts';
import { comparisons } from './comparison.ts';
import { keyAttributes } from './key-attribute.ts';

/** Over time. `default`: that of the KPI. */
export const selectableAggregations = ['default', ...aggregations] as const;
/** Over elements. `default`: that of the KPI. */
export const requestedOvers = ['default', ...overs] as const;

export const DataSeries = z.strictObject({
  kpi: KpiKeyText,
  aggregation: z.enum(selectableAggregations).default('default'),
  /** Level of the aggregation `percentile`. */
  percentile: z.number().min(1).max(99.9).default(95),
  over: z.enum(requestedOvers).default('default'),
});
export type DataSeries = z.infer<typeof DataSeries>;

/** Which rows a result has: one for everything, one for every key, those that rank first, or those that are named. */
export const DataBreakdown = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({
    kind: z.literal('top'),
    count: z.int().min(1).max(TOP_BREAKDOWN_MAX_SITES, {
      error: 'TOP_TOO_LARGE',
    }),
    /** Index of the series whose value over the full period ranks the keys. */
    rankedBy: z.int().min(0).default(0),
    order: z.enum(['highest', 'lowest']).default('highest'),
    /** Adds a row of all other keys together. */
    others: z.boolean().default(false),
  }),
  /** Ids of the innermost key attribute. */
  z.strictObject({
    kind: z.literal('list'),
    ids: z.array(z.int().nonnegative()).min(1, 'REQUIRED').max(dataLimits.maxListed),
  }),
]);
export type DataBreakdown = z.infer<typeof DataBreakdown>;

/** Which rows of a table are needed, after search and order. */
const DataLines = z.strictObject({
  from: z.int().min(0).default(0),
  count: z.int().min(1).max(tableDashlet.maxLines).default(tableDashlet.defaultLines),
  /** Index of a series, or the names of the keys. */
  orderBy: z.union([z.literal('name'), z.int().min(0)]).default('name'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
  /** Rows with this text in the name of a key. */
  search: z.string().max(200).default(''),
  /** All must match. Those of values need one value per row: neither the key `date` nor the date of an extreme. */
  filters: z.array(LineFilter).max(tableDashlet.maxColumns).default([]),
});

/** Whether a series exists and is not the date of an extreme. */
const hasValues = (series: DataSeries | undefined): boolean =>
  series !== undefined && series.aggregation !== 'minimum date' && series.aggregation !== 'maximum date';

/** What a dashlet, a report or the explorer requests. */
export const DataRequest = z
  .strictObject({
    /** Name of the request within its call, which its responses carry. */
    id: z.string().min(1, 'REQUIRED').max(64),
    series: z.array(DataSeries).min(1, 'REQUIRED').max(dataLimits.maxSeries),
    keys: z.array(z.enum(keyAttributes)).max(dataLimits.maxKeys).default([]),
    breakdown: DataBreakdown.default({ kind: 'none' }),
    /** Seconds since 1970; `to` is exclusive. Extended to full steps of the display granularity. */
    from: z.int().min(0),
    to: z.int().max(2 ** 32 - 1),
    /** Automatic by default: the finest that the aggregation of each series needs and retention holds. */
    working: z.enum(granularities).optional(),
    /** Automatic by default: 5 minutes up to 2 days, an hour up to 24 days, else a day. */
    display: z.enum(granularities).optional(),
    /** Of days, weeks, months and business hours; default, and for one that is unknown: that of the customer, else UTC. */
    timeZone: ZoneName.optional(),
    businessHours: z.enum(businessHoursOptions as ['24h', ...typeof businessHoursOptions]).default('24h'),
    /** All must match. */
    filters: z.array(ElementFilter).max(dataLimits.maxFilters).default([]),
    /** Traffic between two ends: KPIs of flows only. */
    conversationMode: z.boolean().default(false),
    /** Default: all rows, at most 10,000. */
    lines: DataLines.optional(),
    /**
     * `version` of an earlier result of this request. With the key `date` only steps that are new or may have changed are answered; without
     * it the values of the full period, of which the same steps are read.
     */
    since: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .optional(),
    /** Keys of a top breakdown from an earlier result, so that they are not ranked again. */
    ranked: z.array(z.array(z.int().nonnegative()).max(4)).max(TOP_BREAKDOWN_MAX_SITES).optional(),
    /** Keys of the breakdown *all* from an earlier result, whose names are answered also without a new value. Needs `since`. */
    known: z.array(z.array(z.int().nonnegative()).max(4)).max(dataLimits.maxKnown).optional(),
    /** Adds the values of an earlier period to each row. Needs the key `date`. */
    comparison: z.enum(comparisons).optional(),
    /** From a stored document: an aggregation that the kind of a KPI does not have is replaced by that of the KPI, and the result says so. */
    stored: z.boolean().default(false),
    /** Explains the result; needs SUPPORT.MONITORING.read. */
    explain: z.boolean().default(false),
  })
  .refine(({ from, to }) => from < to, { error: 'START_AFTER_END', path: ['from'] })
  .refine(({ comparison, keys }) => comparison === undefined || keys.includes('date'), {
    error: 'INPUT_INVALID',
    path: ['comparison'],
  })
  .refine(
    ({ lines, keys, series }) =>
      (lines?.filters ?? []).every(
        (filter) => !('series' in filter) || (!keys.includes('date') && hasValues(series[filter.series])),
      ),
    { error: 'COLUMN_FILTER_INCOMPATIBLE', path: ['lines', 'filters'] },
  );
export type DataRequest = z.infer<typeof DataRequest>;
/** A request whose time zone is known. */
export type ZonedRequest = DataRequest & {
  readonly timeZone: string;
  /** The zone that was requested, where it is unknown. */
  readonly unknownZone?: string;
};

/** The request in its zone, or in the zone of the customer where it names none or an unknown one. */
export function inZone(request: DataRequest, ofCustomer: string): ZonedRequest {
  const { timeZone = ofCustomer } = request;
  if (isTimeZone(timeZone)) return { ...request, timeZone };
  return { ...request, timeZone: ofCustomer, unknownZone: timeZone };
}

/** A request before defaults. */
export type DataRequestInput = z.input<typeof DataRequest>;
