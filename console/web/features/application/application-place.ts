import type { ApplicationImport } from '#schemas/application/import.ts';
import type {
  ApplicationDraft,
  ApplicationEntry,
  ApplicationList,
} from '#schemas/application/application.ts';
import * as routes from '#schemas/application/routes.ts';
import type { Route } from '#schemas/route.ts';
import { call } from '#web/kernel/api/call.ts';

interface Saved {
  readonly id: number;
  readonly version: number;
}

/** Where applications live, and the calls on them there. */
export interface ApplicationPlace {
  /** Undefined: the multi-client space. */
  readonly customerId: number | undefined;
  /** The right to change them is the one of this call. */
  readonly writing: Pick<Route, 'needs' | 'method'>;
  readonly list: (signal: AbortSignal) => Promise<ApplicationList>;
  readonly add: (draft: ApplicationDraft) => Promise<ApplicationEntry>;
  readonly change: (saved: Saved, draft: ApplicationDraft) => Promise<ApplicationEntry>;
  readonly remove: (saved: Saved) => Promise<unknown>;
  readonly order: (ids: readonly number[]) => Promise<unknown>;
  readonly import: (file: { readonly csv: string; readonly dryRun: boolean }) => Promise<ApplicationImport>;
}

export const ofCustomer = (customerId: number): ApplicationPlace => {
  const params = { customerId };
  return {
    customerId,
    writing: routes.addApplication,
    list: (signal) => call(routes.listApplications, { params, signal }),
    add: (body) => call(routes.addApplication, { params, body }),
    change: ({ id, version }, application) =>
      call(routes.changeApplication, {
        params: { ...params, application: id },
        body: { application, version },
      }),
    remove: ({ id, version }) =>
      call(routes.removeApplication, { params: { ...params, application: id }, query: { version } }),
    order: (ids) => call(routes.orderApplications, { params, body: { order: [...ids] } }),
    import: (body) => call(routes.importApplications, { params, body }),
  };
};

export const ofProvider: ApplicationPlace = {
  customerId: undefined,
  writing: routes.addProviderApplication,
  list: (signal) => call(routes.listProviderApplications, { signal }),
  add: (body) => call(routes.addProviderApplication, { body }),
  change: ({ id, version }, application) =>
    call(routes.changeProviderApplication, {
      params: { application: id },
      body: { application, version },
    }),
  remove: ({ id, version }) =>
    call(routes.removeProviderApplication, { params: { application: id }, query: { version } }),
  order: (ids) => call(routes.orderProviderApplications, { body: { order: [...ids] } }),
  import: (body) => call(routes.importProviderApplications, { body }),
};
