import { z } from 'zod';
import { API, route } from '../route.ts';
import { granularities } from '../time/granularity.ts';
import { units } from '../unit/unit.ts';
import { elementKinds } from '../element/kind.ts';
import { KpiKeyText } from './key.ts';
import { aggregations, scopes, strategies } from './kpi.ts';

/** What the points of a series are put together by. */
export const Breakdown = z.enum(['none', 'site', 'element', 'application']);
export type Breakdown = z.infer<typeof Breakdown>;

const idList = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,999}$/, 'a list of up to 1,000 numbers, separated by commas')
  .transform((text) => text.split(',').map(Number));

const timeZone = z.string().refine(
  (zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  },
  { error: 'not a time zone' },
);

export const SeriesQuery = z
  .strictObject({
    /** Seconds since 1970; `to` is not included. */
    from: z.coerce.number().int().min(0),
    to: z.coerce
      .number()
      .int()
      .max(2 ** 32 - 1),
    /** Points are made at the working granularity and put together at the display granularity. */
    working: z.enum(granularities).default('5m'),
    display: z.enum(granularities).default('5m'),
    /** Without it, that of the KPI. */
    aggregation: z.enum(aggregations).optional(),
    percentile: z.coerce.number().min(1).max(99.9).default(95),
    /** Days, weeks and months begin at midnight here. */
    timeZone: timeZone.default('UTC'),
    by: Breakdown.default('none'),
    sites: idList.optional(),
    elements: idList.optional(),
    /** Of KPIs made of flows: class engine in the upper 32 bits, selector in the lower (RFC 6759). */
    applications: idList.optional(),
  })
  .refine(({ from, to }) => from < to, {
    error: 'the start date is not before the end date',
    path: ['from'],
  });
export type SeriesQuery = z.infer<typeof SeriesQuery>;

export const Series = z.strictObject({
  kpi: z.string(),
  unit: z.enum(units),
  aggregation: z.enum(aggregations),
  series: z.array(
    z.strictObject({
      /** Id of the site, element or application; null for all together. */
      id: z.number().nullable(),
      /** Start of the display step, seconds since 1970, and its value; steps without a value are left out. */
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
  summary: 'Values of a KPI over time',
  params: z.strictObject({
    customerId: z.coerce.number().int().positive(),
    /** Of the library, or of a KPI that administrators defined. */
    key: KpiKeyText,
  }),
  query: SeriesQuery,
  reply: Series,
  problems: ['DISPLAY_GRANULARITY_TOO_FINE', 'KPI_INCOMPATIBLE', 'NOT_FOUND', 'TOO_MUCH_DATA'],
});

export const KpiDescription = z.strictObject({
  key: z.string(),
  en: z.string(),
  fr: z.string(),
  unit: z.enum(units),
  element: z.enum(elementKinds),
  aggregation: z.enum(aggregations),
  /** Null for another view of a KPI, named by `of`. */
  strategy: z.enum(strategies).nullable(),
  of: z.string().nullable(),
  formulas: z.array(z.strictObject({ scope: z.enum(scopes), formula: z.string() })),
});
export type KpiDescription = z.infer<typeof KpiDescription>;

export const listKpiDescriptions = route({
  method: 'GET',
  path: `${API}/kpi`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'The KPI library and what administrators defined: names, units and formulas',
  reply: z.strictObject({ kpis: z.array(KpiDescription) }),
});
