import { askableBy, askableOf, incompatibility } from '#schemas/data/compatibility.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { filterParts, kpiFiltersOf } from '../element-filters.ts';

/** Elements that are measured by conversation and cluster: what they add up to is explored by flows. */
const measuredApart: readonly string[] = ['area', 'cluster', 'conversation'];

/** Whether a KPI can be a measure: dates have no scale. */
export const isExplorable = ({ unit, element }: Pick<KpiFacts, 'unit' | 'element'>): boolean =>
  unit !== 'timestamp' && !measuredApart.includes(element);

/** Whether the values of a KPI are made of flows. */
export const isOfFlows = ({ element, scopes }: Pick<KpiFacts, 'element' | 'scopes'>): boolean =>
  element === 'application' && scopes.includes('flow');

/** Whether rows add up to the total. */
export const addsUp = ({ over }: Pick<KpiFacts, 'over'>): boolean => over === 'sum';

/** Where low values are the bad ones, they rank first. */
export const rankOrder = ({ kind }: Pick<KpiFacts, 'kind'>): 'highest' | 'lowest' =>
  kind === 'score' || kind === 'state' ? 'lowest' : 'highest';

/** What the values of a KPI can be grouped by. */
export function keysOffered(kpi: KpiFacts): readonly GroupAttribute[] {
  const own = askableBy(askableOf(kpi), false).filter((key) => !measuredApart.includes(key));
  return isOfFlows(kpi) ? [...own, 'conversation'] : own;
}

/** Traffic between two ends. */
export const isConversation = (kpi: KpiFacts, keys: readonly GroupAttribute[]): boolean =>
  isOfFlows(kpi) && keys.includes('conversation');

/** Whether a KPI has values by these keys together. */
export function fitsKeys(kpi: KpiFacts, keys: readonly GroupAttribute[]): boolean {
  const breakdown = { kind: keys.length === 0 ? ('none' as const) : ('top' as const) };
  const conversationMode = isConversation(kpi, keys);
  return incompatibility(askableOf(kpi), { keys, breakdown, conversationMode }) === undefined;
}

/** The elements that a filter of the explorer selects of a KPI; undefined: it says something that the KPI does not know. */
export function filtersOfKpi(kpi: KpiFacts, filter: string): readonly ElementFilter[] | undefined {
  const parts = filterParts(filter);
  return parts && kpiFiltersOf(parts, { isOfFlows: isOfFlows(kpi) });
}
