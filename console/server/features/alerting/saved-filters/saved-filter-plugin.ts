import type { FastifyInstance } from 'fastify';
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  updateSavedFilter,
} from '#schemas/alerting/saved-filter-routes.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { SavedFilterRepository } from './saved-filter-repository.ts';

/** Saved filters of the running alarms. */
export function savedFilterPlugin(app: FastifyInstance, filters: SavedFilterRepository): void {
  serve(app, listSavedFilters, async ({ caller, params }) => ({
    filters: await filters.list(caller, params.customerId),
  }));
  serve(app, createSavedFilter, ({ params, body, ...actor }) =>
    filters.create(body, { ...actor, customer: params.customerId }),
  );
  serve(app, updateSavedFilter, ({ params, body: { version, ...draft }, ...actor }) =>
    filters.update({ filter: params.filter, version }, draft, { ...actor, customer: params.customerId }),
  );
  serve(app, deleteSavedFilter, async ({ params, query, ...actor }) => {
    await filters.delete({ filter: params.filter, ...query }, { ...actor, customer: params.customerId });
    return {};
  });
}
