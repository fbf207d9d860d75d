import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import type { DimensionId } from '#schemas/explore/fields.ts';
import type { ExploreSearch } from '../explore-search.ts';

/** What the values of KPIs are grouped by where flows were grouped by a dimension. */
const keyOf: Readonly<Partial<Record<DimensionId, GroupAttribute>>> = {
  site: 'site',
  exporter: 'device',
  'in-interface': 'interface',
  'out-interface': 'interface',
};

/** The KPI that is offered first: what passes the interfaces, by where the flows were shown. */
export function startOfKpi(
  { by }: Pick<ExploreSearch, 'by'>,
  isAcross: boolean,
): { readonly kpi: string; readonly keys: GroupAttribute[] } {
  const keys = [...new Set(by.flatMap((id) => keyOf[id] ?? []))];
  return { kpi: 'itf_in_util', keys: isAcross ? [] : keys.length === 0 ? ['interface'] : keys };
}
