import type { z } from 'zod';
import type { ApplicationImport } from '#schemas/application/import.ts';
import type {
  ApplicationDraft,
  ApplicationEntry,
  ApplicationList,
} from '#schemas/application/application.ts';
import * as routes from '#schemas/application/routes.ts';
import { matchDraft, matchProviderDraft } from '#schemas/application/traffic-routes.ts';
import type { DocumentUses } from '#schemas/resource/document-use.ts';
import type { Route } from '#schemas/route.ts';
import { call } from '#web/kernel/api/call.ts';

interface Saved {
  readonly id: number;
  readonly version: number;
}

/** Of the customers of the provider, those with most of the traffic; of a customer none. */
export type DraftMatch = z.output<typeof matchDraft.reply> &
  Partial<Pick<z.output<typeof matchProviderDraft.reply>, 'customers'>>;

/** The calls on the custom applications of a customer or of the provider. */
export interface ApplicationApi {
  /** Undefined for the multi-client space. */
  readonly customerId: number | undefined;
  /** Changes need the permission of this call. */
  readonly writing: Pick<Route, 'needs' | 'method'>;
  /** What the attributes of a draft match in the last hour. */
  readonly match: (attributes: object) => Promise<DraftMatch>;
  readonly matching: Pick<Route, 'needs' | 'method'>;
  readonly list: (signal: AbortSignal) => Promise<ApplicationList>;
  readonly add: (draft: ApplicationDraft) => Promise<ApplicationEntry>;
  readonly change: (saved: Saved, draft: ApplicationDraft) => Promise<ApplicationEntry>;
  readonly remove: (saved: Saved) => Promise<unknown>;
  /** The dashboards and home pages that name an application. */
  readonly documents: (id: number, signal: AbortSignal) => Promise<DocumentUses>;
  readonly order: (ids: readonly number[], version: string) => Promise<unknown>;
  readonly import: (file: { readonly csv: string; readonly dryRun: boolean }) => Promise<ApplicationImport>;
}

export const customerApplicationApi = (customerId: number): ApplicationApi => {
  const params = { customerId };
  return {
    customerId,
    writing: routes.customerApplications.create,
    matching: matchDraft,
    match: (attributes) => call(matchDraft, { params, body: { attributes } }),
    list: (signal) => call(routes.customerApplications.list, { params, signal }),
    add: (body) => call(routes.customerApplications.create, { params, body }),
    change: ({ id, version }, application) =>
      call(routes.customerApplications.update, {
        params: { ...params, application: id },
        body: { application, version },
      }),
    remove: ({ id, version }) =>
      call(routes.customerApplications.delete, {
        params: { ...params, application: id },
        query: { version },
      }),
    documents: (application, signal) =>
      call(routes.customerApplications.documents, { params: { ...params, application }, signal }),
    order: (ids, seen) =>
      call(routes.customerApplications.reorder, { params, body: { order: [...ids], version: seen } }),
    import: (body) => call(routes.customerApplications.import, { params, body }),
  };
};

export const providerApplicationApi: ApplicationApi = {
  customerId: undefined,
  writing: routes.providerApplications.create,
  matching: matchProviderDraft,
  match: (attributes) => call(matchProviderDraft, { body: { attributes } }),
  list: (signal) => call(routes.providerApplications.list, { signal }),
  add: (body) => call(routes.providerApplications.create, { body }),
  change: ({ id, version }, application) =>
    call(routes.providerApplications.update, {
      params: { application: id },
      body: { application, version },
    }),
  remove: ({ id, version }) =>
    call(routes.providerApplications.delete, { params: { application: id }, query: { version } }),
  documents: (application, signal) =>
    call(routes.providerApplications.documents, { params: { application }, signal }),
  order: (ids, seen) =>
    call(routes.providerApplications.reorder, { body: { order: [...ids], version: seen } }),
  import: (body) => call(routes.providerApplications.import, { body }),
};
