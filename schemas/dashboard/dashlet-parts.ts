import { z } from 'zod';
import { DataBreakdown, DataSeries } from '../data/data-request.ts';
import { ElementFilter } from '../data/element-filter.ts';
import { groupAttributes, keyAttributes } from '../data/key-attribute.ts';
import { dashboardLimits } from '../limit/dashboard.ts';
import { dataLimits } from '../limit/data.ts';
import { granularities } from '../time/granularity.ts';
import { mostDecimals } from '../unit/figure.ts';
import { units } from '../unit/unit.ts';
import { DashletPeriod } from './period/dashlet-period.ts';
import { documentText } from './document-text.ts';

/** How a value is judged, from harmless to serious. */
export const thresholdLevels = ['good', 'notice', 'warning', 'critical'] as const;

/** Whether each value is above the one before. */
export const isAscending = (thresholds: readonly { readonly from: number }[]): boolean =>
  thresholds.every(({ from }, index) => index === 0 || from > (thresholds[index - 1]?.from ?? from));

/** Levels of values from a value on, in ascending order; lower values have none. */
export const Thresholds = z
  .array(z.strictObject({ from: z.number(), level: z.enum(thresholdLevels) }))
  .max(dashboardLimits.maxThresholds)
  .refine(isAscending, 'THRESHOLDS_INVALID')
  .default([]);
export type Thresholds = z.infer<typeof Thresholds>;

/** How thresholds are drawn: lines across the chart, with areas of their levels as well, or lines and bars in the colour of their level. */
export const thresholdLooks = ['line', 'area', 'colour'] as const;
export type ThresholdLook = (typeof thresholdLooks)[number];

/** A KPI in a dashlet. */
export const DashletSeries = DataSeries.extend({
  /** Empty: name of the KPI. */
  label: documentText(),
  /** Unit shown; absent: that of the KPI. */
  unit: z.enum(units).optional(),
  /** Decimals shown; absent: those that a value needs (docs/adr/0073-precision-of-displayed-values.md). */
  decimals: z.int().min(0).max(mostDecimals).optional(),
  /** Conditional formatting of its values. */
  formatting: Thresholds,
});
export type DashletSeries = z.infer<typeof DashletSeries>;

/** Whether the values of a series are the times of its extremes: no chart has a scale for them. */
export const isOfDates = ({ aggregation }: Pick<DashletSeries, 'aggregation'>): boolean =>
  aggregation === 'minimum date' || aggregation === 'maximum date';

/** Bounds of values on an axis; without a bound the values decide. */
export const Axis = z
  .strictObject({
    title: documentText(),
    min: z.number().optional(),
    max: z.number().optional(),
    scale: z.enum(['linear', 'logarithmic']).default('linear'),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min < max, {
    error: 'AXIS_BOUNDS_INVALID',
    path: ['max'],
  })
  .prefault({});
export type Axis = z.infer<typeof Axis>;

export const Legend = z
  .strictObject({
    place: z.enum(['none', 'bottom', 'right']).default('bottom'),
    /** Values next to each name. */
    values: z.array(z.enum(['minimum', 'maximum', 'average', 'last'])).default([]),
  })
  .prefault({});
export type Legend = z.infer<typeof Legend>;

/** Corner in which the last value is shown. */
export const LastValue = z
  .enum(['none', 'top-left', 'top-right', 'bottom-left', 'bottom-right'])
  .default('none');

/** Look of a column: its width is its weight among those of all columns. */
export const ColumnLook = z.strictObject({
  size: z.number().min(0.1).max(100).default(1),
  alignment: z.enum(['left', 'center', 'right']).optional(),
});
export type ColumnLook = z.infer<typeof ColumnLook>;

/** What rows are about in dashlets that show one value per row. */
export const GroupKeys = z.array(z.enum(groupAttributes)).max(dataLimits.maxKeys).default([]);
export const DashletKeys = z.array(z.enum(keyAttributes)).max(dataLimits.maxKeys).default([]);

/** What every dashlet with values requests, besides its keys and series. */
export const requestShape = {
  breakdown: DataBreakdown.default({ kind: 'none' }),
  /** Absent: that of the page. */
  period: DashletPeriod.optional(),
  /** Absent: those of the document. */
  working: z.enum(granularities).optional(),
  display: z.enum(granularities).optional(),
  conversationMode: z.boolean().default(false),
  /** Beside those of the document. */
  filters: z.array(ElementFilter).max(dataLimits.maxFilters).default([]),
};

export const seriesOf = <Series extends z.ZodType>(series: Series) =>
  z.array(series).min(1, 'REQUIRED').max(dataLimits.maxSeries);
