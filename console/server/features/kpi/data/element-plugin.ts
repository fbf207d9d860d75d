import type { FastifyInstance } from 'fastify';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { matchingElements } from '#schemas/data/matching-elements.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { hiddenClusters } from './hidden-clusters.ts';

/** Elements for the filters and lists of dashboards. */
export function elementPlugin(
  app: FastifyInstance,
  { inventory, db }: { readonly inventory: InventoryCache; readonly db: Db },
): void {
  serve(app, listElements, async ({ caller, params: { customerId: customer }, body }) => {
    const isResource = body.element === 'area' || body.element === 'cluster';
    const hidden = isResource ? await hiddenClusters(db, customer, caller) : undefined;
    const sites = withinSites(caller, customer, undefined);
    return matchingElements(inventory.current, { customer, sites, hidden }, body);
  });
}
