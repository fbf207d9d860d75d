import { z } from 'zod';
import { baselineKinds, changeMeasures, changeWays } from '#schemas/explore/changed/choices.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** With an alarm on an element its run sets period and place; otherwise the address has them. */
const ChangedSearch = z.object({
  customer: searchValue.id(),
  alarm: searchValue.id(),
  element: searchValue.id(),
  /** Start of the window that raised the alarm, seconds since 1970. */
  since: searchValue.seconds(),
  from: searchValue.seconds(),
  to: searchValue.seconds(),
  way: z.enum(changeWays).optional().catch(undefined),
  filter: searchValue.text(),
  baseline: z.enum(baselineKinds).optional().catch(undefined),
  measure: z.enum(changeMeasures).optional().catch(undefined),
});
export type ChangedAddress = z.output<typeof ChangedSearch>;

export const changedSearch = versionedSearch(ChangedSearch, []);
export const useChangedSearch = searchHook<ChangedAddress>('/shell/explore/changed', 'push');

const HOUR = 3_600;
/** Flows are added up by five minutes: a later end would have steps that are not over. */
const STEP = 300;

/** The last hour, where an address names neither an alarm nor a period. */
export function periodToShow(
  { alarm, element, from, to }: ChangedAddress,
  nowSeconds: number,
): { readonly from: number; readonly to: number } | undefined {
  if (alarm !== undefined && element !== undefined) return undefined;
  if (from !== undefined && to !== undefined) return undefined;
  const end = to ?? Math.floor(nowSeconds / STEP) * STEP;
  return { from: from ?? end - HOUR, to: end };
}
