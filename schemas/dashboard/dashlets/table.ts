import { z } from 'zod';
import { keyAttributes } from '../../data/key-attribute.ts';
import { ValueFilter } from '../../data/line-filter.ts';
import { tableDashlet } from '../../limit/dashlet.ts';
import { requestFaults, requestPartOf, type RequestSettings } from '../request-settings.ts';
import { requestShape, ColumnLook, DashletKeys, DashletSeries, seriesOf } from '../dashlet-parts.ts';
import { reportFaults, type SettingsFault } from '../settings-fault.ts';

const tableFaults = (settings: RequestSettings): SettingsFault[] => {
  const columns = settings.keys.length + settings.series.length;
  const max = tableDashlet.maxColumns;
  const tooMany = { path: ['series'], code: 'TABLE_TOO_MANY_COLUMNS' as const, params: { max } };
  return [...(columns > max ? [tooMany] : []), ...requestFaults(settings)];
};

/** A column per key attribute and per series. With `date` among the keys a row per step. */
export const TableSettings = z
  .strictObject({
    ...requestShape,
    keys: DashletKeys,
    series: seriesOf(
      DashletSeries.extend({
        ...ColumnLook.shape,
        /** Rows that the table has at first; its reader may choose others. */
        filter: ValueFilter.optional(),
      }),
    ),
    /** Columns of key attributes that look different from the default. */
    keyColumns: z.partialRecord(z.enum(keyAttributes), ColumnLook).default({}),
    /** Index of a series, or the names of the keys. */
    orderBy: z.union([z.literal('name'), z.int().min(0)]).default('name'),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    maxLines: z.int().min(1).max(tableDashlet.maxLines).default(tableDashlet.defaultLines),
  })
  .superRefine(reportFaults(tableFaults));
export type TableSettings = z.infer<typeof TableSettings>;

export const tableRequest = (settings: TableSettings) => ({
  ...requestPartOf(settings),
  lines: {
    count: settings.maxLines,
    orderBy: settings.orderBy,
    order: settings.order,
    filters: settings.series.flatMap(({ filter }, series) =>
      filter === undefined ? [] : [{ ...filter, series }],
    ),
  },
});
