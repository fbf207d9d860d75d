import type { FastifyInstance } from 'fastify';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { areElementsOf } from '#schemas/dashboard/document-read-guard.ts';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import { shownKinds } from '#schemas/dashboard/kind/shown-kind.ts';
import { listElements, type ElementQuery } from '#schemas/data/element-routes.ts';
import { areElementsOfReport } from '#schemas/report/report-read-guard.ts';
import { isReport, viewsIn, type AnyDocument } from '#schemas/report/any-document.ts';
import { matchingElements } from './matching-elements.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { mayQueryAnything, type DocumentSource } from '#server/shared/document/document-source.ts';
import { hiddenClusters } from './hidden-clusters.ts';

interface ElementNeeds {
  readonly inventory: InventoryCache;
  readonly db: Db;
  readonly documents: DocumentSource;
}

/** Whether a document offers or lists these elements. */
const mayList = (document: AnyDocument, query: ElementQuery): boolean =>
  viewsIn(document).some((view) => areElementsOf(view, query)) ||
  (isReport(document) && areElementsOfReport(document, query));

/** Elements for the filters and lists of dashboards. */
export function elementPlugin(app: FastifyInstance, { inventory, db, documents }: ElementNeeds): void {
  const matching = async (caller: Caller, customer: number, query: ElementQuery) => {
    const isResource = query.element === 'area' || query.element === 'cluster';
    const hidden = isResource ? await hiddenClusters(db, customer, caller) : undefined;
    const sites = withinSites(caller, customer, undefined);
    return matchingElements(inventory.current, { customer, sites, hidden }, query);
  };
  serve(app, listElements, ({ caller, params, body }) => matching(caller, params.customerId, body));
  for (const kind of shownKinds)
    serve(app, documentData[kind].elements, async ({ caller, params, body }) => {
      const { customerId: customer, resourceId } = params;
      const document = await documents({ kind, customer }, resourceId, caller);
      if (!mayQueryAnything(kind, caller) && !mayList(document, body))
        throw new ProblemError('NOT_OF_DOCUMENT');
      return matching(caller, customer, body);
    });
}
