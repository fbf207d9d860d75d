import { z } from 'zod';
import { API, route } from '../route.ts';
import { granularities } from '../time/granularity.ts';
import { ZoneName } from '../time/time-zone.ts';
import { units } from '../unit/unit.ts';
import { KpiKeyText } from './key.ts';
import { overs } from './algebra/quantity.ts';
import { aggregations } from './kpi.ts';

/** Breakdown of a series. */
export const Breakdown = z.enum(['none', 'site', 'element', 'application']);
export type Breakdown = z.infer<typeof Breakdown>;

const idList = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,999}$/, 'NUMBER_LIST_INVALID')
  .transform((text) => text.split(',').map(Number));

/** The last second that the tables hold. */
export const LAST_SECOND = 2 ** 32 - 1;

/** Seconds since 1970; `to` is exclusive. Extended to full steps of the display granularity. */
const period = {
  from: z.coerce.number().int().min(0),
  to: z.coerce.number().int().max(LAST_SECOND),
};
const startsBeforeEnd = ({ from, to }: { readonly from: number; readonly to: number }): boolean => from < to;
const startAfterEnd = { error: 'START_AFTER_END', path: ['from'] };

export const SeriesPeriod = z.strictObject(period).refine(startsBeforeEnd, startAfterEnd);
export type SeriesPeriod = z.infer<typeof SeriesPeriod>;

export const SeriesQuery = z
  .strictObject({
    ...period,
    /**
     * Points are computed at the working granularity and aggregated to the display granularity. Default of the display granularity: by
     * the period, 5 minutes up to 2 days, an hour up to 24 days, else a day. Default of the working granularity: the finest that the
     * aggregation needs and retention holds.
     */
    working: z.enum(granularities).optional(),
    display: z.enum(granularities).optional(),
    /** Over time; default: that of the KPI. */
    aggregation: z.enum(aggregations).optional(),
    /** Over elements. */
    over: z.enum(['default', ...overs]).default('default'),
    percentile: z.coerce.number().min(1).max(99.9).default(95),
    /** Time zone of days, weeks and months; default, and for an unknown one: that of the customer, else UTC. */
    timeZone: ZoneName.optional(),
    by: Breakdown.default('none'),
    sites: idList.optional(),
    elements: idList.optional(),
    /** Flow KPIs only: classification engine in the upper 32 bits, selector in the lower (RFC 6759). */
    applications: idList.optional(),
  })
  .refine(startsBeforeEnd, startAfterEnd);
export type SeriesQuery = z.infer<typeof SeriesQuery>;

export const Series = z.strictObject({
  kpi: z.string(),
  unit: z.enum(units),
  aggregation: z.enum(aggregations),
  series: z.array(
    z.strictObject({
      /** Id of the site, element or application; null for the total. */
      id: z.number().nullable(),
      /** Start of the display step, seconds since 1970, and its value; steps without a value are omitted. */
      points: z.array(z.tuple([z.number(), z.number()])),
    }),
  ),
});
export type Series = z.infer<typeof Series>;

export const readKpiSeries = route({
  method: 'GET',
  path: `${API}/customers/:customerId/kpi/:key`,
  scope: 'customer',
  needs: 'DASHBOARD.read',
  summary: 'Values of a KPI over time, of full steps of its period',
  params: z.strictObject({
    customerId: z.coerce.number().int().positive(),
    /** Key of a library KPI or a defined KPI. */
    key: KpiKeyText,
  }),
  query: SeriesQuery,
  reply: Series,
  problems: [
    ...([
      'AGGREGATION_UNDEFINED',
      'DISPLAY_GRANULARITY_TOO_FINE',
      'KPI_INCOMPATIBLE',
      'NOT_FOUND',
      'TOO_MUCH_DATA',
    ] as const),
    ...(['SERIES_NOT_RETAINED', 'SERIES_TOO_LONG'] as const),
  ],
});
