import type { FastifyInstance } from 'fastify';
import { listFiltersAcross, listSavedFilters } from '#schemas/alerting/saved-filter-list.ts';
import {
  chooseDefaultFilter,
  chooseDefaultFilterAcross,
  createFilterAcross,
  createSavedFilter,
  deleteFilterAcross,
  deleteSavedFilter,
  updateFilterAcross,
  updateSavedFilter,
} from '#schemas/alerting/saved-filter-routes.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { SavedFilterRepository } from './saved-filter-repository.ts';

/** Saved filters of the running alarms of a customer. */
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
  serve(app, chooseDefaultFilter, async ({ caller, params, body }) => {
    await filters.chooseDefault(caller, params.customerId, body.filter);
    return {};
  });
}

/** Saved filters of the alarms across customers. */
export function filterAcrossPlugin(app: FastifyInstance, filters: SavedFilterRepository): void {
  const customer = undefined;
  serve(app, listFiltersAcross, async ({ caller }) => ({ filters: await filters.list(caller, customer) }));
  serve(app, createFilterAcross, ({ body, ...actor }) => filters.create(body, { ...actor, customer }));
  serve(app, updateFilterAcross, ({ params, body: { version, ...draft }, ...actor }) =>
    filters.update({ ...params, version }, draft, { ...actor, customer }),
  );
  serve(app, deleteFilterAcross, async ({ params, query, ...actor }) => {
    await filters.delete({ ...params, ...query }, { ...actor, customer });
    return {};
  });
  serve(app, chooseDefaultFilterAcross, async ({ caller, body }) => {
    await filters.chooseDefault(caller, customer, body.filter);
    return {};
  });
}
