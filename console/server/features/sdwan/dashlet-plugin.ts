import type { FastifyInstance } from 'fastify';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { isOpen, selectedBy } from '#schemas/dashboard/document-requests.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import { shownKinds } from '#schemas/dashboard/kind/shown-kind.ts';
import {
  listCustomerManagers,
  readSdwanDashlets,
  trySdwanDashlet,
} from '#schemas/dashboard/sdwan-response-routes.ts';
import { viewsIn, type AnyDocument } from '#schemas/report/any-document.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { untilClosed } from '../../kernel/route/until-closed.ts';
import type { DocumentSource } from '../../shared/document/document-source.ts';
import type { DashletResponses } from './dashlet-responses.ts';

export interface SdwanDashletNeeds {
  readonly responses: DashletResponses;
  readonly documents: DocumentSource;
}

/** The settings of an SD-WAN dashlet as they are stored, and the filters that apply to it. Throws NOT_OF_DOCUMENT. */
function storedDashlet(document: AnyDocument, id: string) {
  for (const { dashlets, filters } of viewsIn(document)) {
    const dashlet = dashlets.find((one) => one.id === id);
    if (dashlet?.type === 'sdwan') return { settings: dashlet.settings, filters };
  }
  throw new ProblemError('NOT_OF_DOCUMENT');
}

/** What the filters of a document select. Throws DASHLET_NO_CONTEXT while one must select something and does not. */
function selectedIn(
  filters: DashboardDocument['filters'],
  selection: Readonly<Record<string, readonly number[]>>,
): readonly ElementFilter[] {
  if (filters.some((filter) => isOpen(filter, selection[filter.id])))
    throw new ProblemError('DASHLET_NO_CONTEXT');
  return filters.flatMap((filter) => selectedBy(filter, selection[filter.id]) ?? []);
}

/** What SD-WAN dashlets show: readers run what a document says, authors try what it might say. */
export function sdwanDashletPlugin(app: FastifyInstance, { responses, documents }: SdwanDashletNeeds): void {
  for (const kind of shownKinds)
    serve(app, readSdwanDashlets[kind], async ({ params, body, caller, reply }) => {
      const { customerId: customer, resourceId } = params;
      const { dashlet, selection, period } = body;
      const document = await documents({ kind, customer }, resourceId, caller);
      const { settings, filters: offered } = storedDashlet(document, dashlet);
      const filters = selectedIn(offered, selection);
      return responses.read({ settings, filters, period, caller, customer }, untilClosed(reply));
    });
  serve(app, trySdwanDashlet, ({ params: { customerId: customer }, body, caller, reply }) => {
    // Nothing proves that the response to what they write is about their sites.
    if (sitesSeenBy(caller, customer) !== undefined) throw new ProblemError('SDWAN_SITES_LIMITED');
    return responses.read({ ...body, caller, customer }, untilClosed(reply));
  });
  serve(app, listCustomerManagers, async ({ params }) => ({
    managers: (await responses.listManagers(params.customerId)).map(({ id, name, kind }) => ({
      id,
      name,
      kind,
    })),
  }));
}
