import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { DAY_S } from '#schemas/time/duration.ts';
import { KPI, type LargeCustomer } from './large-customer.ts';

const FLOW_KPI = 'app_bps';

type Part = Pick<DataRequestInput, 'series' | 'keys'> & Partial<DataRequestInput>;

const links = { series: [{ kpi: KPI }] };
const traffic = { series: [{ kpi: FLOW_KPI }] };
const top = { breakdown: { kind: 'top' as const, count: 5 } };
const fine = { days: 2, granularity: '5m' as const };
const coarse = { days: 7, granularity: '1h' as const };

/** Repeats a dashlet, each time for another site. */
const each = (count: number, part: Part, { days, granularity }: typeof fine | typeof coarse) =>
  Array.from({ length: count }, () => ({ part, days, granularity }));

/** Timelines of 2 days in steps of 5 minutes and of 7 days in hours, some with the busiest keys. */
const timelines = [
  ...each(10, { ...links, keys: ['date'] }, fine),
  ...each(4, { ...links, keys: ['date', 'interface'], ...top }, fine),
  ...each(4, { ...traffic, keys: ['date', 'application'], ...top }, fine),
  ...each(6, { ...links, keys: ['date'] }, coarse),
  ...each(2, { ...traffic, keys: ['date', 'application'], ...top }, coarse),
];
/** Gauges and pies: one value for the period. */
const totals = [
  ...each(2, { ...links, keys: [] }, fine),
  ...each(2, { ...traffic, keys: ['application'], breakdown: { kind: 'all' } }, coarse),
];

interface PageOptions {
  /** Which sites come first, so that pages differ. */
  readonly first?: number;
  readonly isOfAllSites?: boolean;
  /** Whether what was read for each response is requested as well: readers do not, and then share results. */
  readonly isExplained?: boolean;
}

/** The requests of a page with 30 dashlets, each about a site. */
export function pageOfThirty(
  { sites, end }: Pick<LargeCustomer, 'sites' | 'end'>,
  { first = 0, isOfAllSites = false, isExplained = true }: PageOptions = {},
): readonly DataRequestInput[] {
  return [...timelines, ...totals].map(({ part, days, granularity }, index) => ({
    ...part,
    id: `dashlet-${String(index)}`,
    from: end - days * DAY_S,
    to: end,
    working: granularity,
    display: granularity,
    explain: isExplained,
    timeZone: 'UTC',
    filters: isOfAllSites
      ? []
      : [{ element: 'site' as const, ids: [sites[(first + index) % sites.length] ?? 0] }],
  }));
}

/** Whether new steps of a request can be requested. */
export const isTimeline = ({ keys }: DataRequestInput): boolean => keys?.includes('date') === true;
