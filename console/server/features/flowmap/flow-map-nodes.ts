import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import type { FlowMapArc, FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';

const noPlace = { city: '', longitude: null, latitude: null, deleted: false } as const;

/** The places at the ends of arcs. `deleted`: names of sites that are no longer in the inventory. */
export function flowMapNodes(
  arcs: readonly Pick<FlowMapArc, 'one' | 'other'>[],
  sites: Inventory['sites'],
  deleted: ReadonlyMap<number, { readonly name: string }>,
): FlowMapNode[] {
  const ids = new Set(arcs.flatMap(({ one, other }) => [one, other]));
  return [...ids].map((id): FlowMapNode => {
    if (id === 0 || id === HIDDEN_SITE) return { id, name: null, ...noPlace };
    const site = sites.get(id);
    if (site === undefined) return { id, ...noPlace, name: deleted.get(id)?.name ?? null, deleted: true };
    const { name, city, longitude, latitude } = site;
    return { id, name, city, longitude, latitude, deleted: false };
  });
}
