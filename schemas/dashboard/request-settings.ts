import type { DataBreakdown, DataRequestInput } from '../data/data-request.ts';
import type { ElementFilter } from '../data/element-filter.ts';
import type { ValueFilter } from '../data/line-filter.ts';
import { groupAttributesIn, type KeyAttribute } from '../data/key-attribute.ts';
import { mayDisplay, type Granularity } from '../time/granularity.ts';
import { isOfDates, type DashletSeries } from './dashlet-parts.ts';
import type { SettingsFault } from './settings-fault.ts';

/** Settings of a dashlet that shows values of KPIs. */
export interface RequestSettings {
  readonly keys: readonly KeyAttribute[];
  readonly series: readonly (DashletSeries & { readonly filter?: ValueFilter | undefined })[];
  readonly breakdown: DataBreakdown;
  readonly working?: Granularity | undefined;
  readonly display?: Granularity | undefined;
  readonly conversationMode: boolean;
  readonly filters: readonly ElementFilter[];
}

/** What a dashlet requests; the document adds period, zone, business hours and filters. */
export type RequestPart = Pick<
  DataRequestInput,
  | 'series'
  | 'keys'
  | 'breakdown'
  | 'working'
  | 'display'
  | 'conversationMode'
  | 'filters'
  | 'lines'
  | 'comparison'
>;

/** Conditional formatting and default column filters need one value per row, which is no date. */
function seriesFaults({ keys, series }: Pick<RequestSettings, 'keys' | 'series'>): SettingsFault[] {
  return series.flatMap((each, index): SettingsFault[] => {
    if (!keys.includes('date') && !isOfDates(each)) return [];
    return [
      ...(each.formatting.length > 0
        ? [{ path: ['series', index, 'formatting'], code: 'FORMATTING_INCOMPATIBLE' as const }]
        : []),
      ...(each.filter === undefined
        ? []
        : [{ path: ['series', index, 'filter'], code: 'COLUMN_FILTER_INCOMPATIBLE' as const }]),
    ];
  });
}

function breakdownFaults({ keys, series, breakdown }: RequestSettings): SettingsFault[] {
  const [first] = series;
  // That a KPI is missing is said of the series.
  if (first === undefined) return [];
  const hasGroups = groupAttributesIn(keys).length > 0;
  if ((breakdown.kind === 'none') === hasGroups)
    return [{ path: ['breakdown'], code: 'KPI_INCOMPATIBLE', params: { kpi: first.kpi } }];
  return breakdown.kind === 'top' && breakdown.rankedBy >= series.length
    ? [{ path: ['breakdown', 'rankedBy'], code: 'TOO_LARGE', params: { max: series.length - 1 } }]
    : [];
}

/** Faults between the settings of a dashlet, whatever the KPIs are. */
export function requestFaults(settings: RequestSettings): SettingsFault[] {
  const { keys, working, display } = settings;
  return [
    ...(new Set(keys).size === keys.length ? [] : [{ path: ['keys'], code: 'NOT_UNIQUE' as const }]),
    ...(working !== undefined && display !== undefined && !mayDisplay(working, display)
      ? [{ path: ['display'], code: 'DISPLAY_GRANULARITY_TOO_FINE' as const }]
      : []),
    ...breakdownFaults(settings),
    ...seriesFaults(settings),
  ];
}

/** The question of settings, with other keys where the dashlet implies them. */
export function requestPartOf(
  { series, breakdown, working, display, conversationMode, filters, ...settings }: RequestSettings,
  keys: readonly KeyAttribute[] = settings.keys,
): RequestPart {
  return {
    series: series.map(({ kpi, aggregation, percentile, over }) => ({ kpi, aggregation, percentile, over })),
    keys: [...keys],
    breakdown,
    ...(working && { working }),
    ...(display && { display }),
    conversationMode,
    filters: [...filters],
  };
}
