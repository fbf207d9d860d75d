import type { FastifyInstance } from 'fastify';
import { search } from '#schemas/search/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import { findDocuments, type DocumentSearchNeeds } from './document-search.ts';
import type { ElementSearch } from './element-search.ts';

/** What the header's search finds: each kind for those who may open it. */
export function searchPlugin(
  app: FastifyInstance,
  { elements, ...needs }: DocumentSearchNeeds & { readonly elements: ElementSearch },
): void {
  serve(app, search, async ({ caller, query: { q } }) => {
    const seesElements = caller.permissions.has('ALERT.read') || caller.permissions.has('NETWORK.read');
    const [found, documents] = await Promise.all([
      seesElements ? elements.find(q, caller) : [],
      findDocuments(needs, q, caller),
    ]);
    return { hits: [...found, ...documents] };
  });
}
