import { z } from 'zod';
import {
  dimensionChoices,
  exploreComparisons,
  exploreMeasures,
  exploreSteps,
} from '#schemas/explore/choices.ts';
import { groupAttributes } from '#schemas/data/key-attribute.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** How the result is drawn; the table is below every one. */
export const exploreViews = ['stacked', 'lines', 'sankey', 'heat', 'table'] as const;

const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z
    .enum(values as readonly [Value, ...Value[]])
    .optional()
    .catch(undefined);

const MAX_ROWS = 50;

const ExploreSearch = z.object({
  customer: searchValue.id(),
  /** Dimensions, in order. */
  by: searchValue.list(dimensionChoices),
  measure: oneOf(exploreMeasures),
  /** The measure is this KPI, by these keys. */
  kpi: searchValue.text(),
  keys: searchValue.list(groupAttributes),
  filter: searchValue.text(),
  /** Minutes up to now, or from and to in seconds since 1970. */
  last: searchValue.id(),
  from: searchValue.seconds(),
  to: searchValue.seconds(),
  step: z.coerce.number().pipe(z.literal(exploreSteps)).optional().catch(undefined),
  rows: z.coerce.number().int().min(1).max(MAX_ROWS).optional().catch(undefined),
  view: oneOf(exploreViews),
  /** What left its site is drawn below the axis. */
  ways: searchValue.flag(false),
  compare: oneOf(exploreComparisons),
  p95: searchValue.flag(false),
  raw: searchValue.flag(false),
  /** Lengths of IPv4 and IPv6 prefixes. */
  v4: z.coerce.number().int().min(1).max(32).optional().catch(undefined),
  v6: z.coerce.number().int().min(1).max(128).optional().catch(undefined),
});
export type ExploreSearch = z.output<typeof ExploreSearch>;

export const exploreSearch = versionedSearch(ExploreSearch, []);
export const useCustomerExploreSearch = searchHook<ExploreSearch>('/shell/explore', 'push');
export const useExploreSearchAcross = searchHook<ExploreSearch>('/shell/cc/explore', 'push');
