import type { FastifyInstance } from 'fastify';
import { documentLinks, documentReaders, readDocumentLink } from '#schemas/dashboard/link-routes.ts';
import { shownKinds } from '#schemas/dashboard/kind/shown-kind.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { LinkRepository } from './link-repository.ts';

/** Short links to dashboards, home pages and reports. */
export function linkPlugin(app: FastifyInstance, links: LinkRepository): void {
  for (const kind of shownKinds) {
    serve(app, documentLinks[kind].customer, async ({ params, body: context, ...actor }) => {
      const { customerId: customer, resourceId: resource } = params;
      return { id: await links.create({ resource, shown: null, context }, { ...actor, kind, customer }) };
    });
    serve(app, documentReaders[kind], ({ params, caller }) =>
      links.readers({ kind, customer: params.customerId, id: params.resourceId }, caller),
    );
    serve(app, documentLinks[kind].provider, async ({ params, body, ...actor }) => {
      const { customer: shown, ...context } = body;
      const target = { resource: params.resourceId, shown, context };
      return { id: await links.create(target, { ...actor, kind, customer: null }) };
    });
  }
  serve(app, readDocumentLink, ({ params, caller }) => links.read(params.linkId, caller));
}
