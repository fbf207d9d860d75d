import { emptyReport } from '#schemas/report/document.ts';
import type { ReportDifference } from '#schemas/report/difference.ts';
import type { ReportContent, ReportDraft, ReportEntry } from '#schemas/report/entry.ts';
import { customerReports, providerReports } from '#schemas/report/routes.ts';
import type { z } from 'zod';
import { call } from '#web/kernel/api/call.ts';
import { apiOf, type DocumentApi, type KindRoutes } from '../dashboard/document-api.ts';

/** The library reads nothing of the content of its documents: it calls the routes of any kind. */
const routes = {
  kind: 'report',
  customer: customerReports,
  provider: providerReports,
  empty: emptyReport,
} as unknown as KindRoutes;

/** The calls of the library on reports. */
export const reportLibraryApi = (customerId: number | undefined): DocumentApi => apiOf(routes, customerId);

type WrittenDraft = z.input<typeof ReportDraft>;

/** The calls of the editor on reports of a customer or of the multi-client space. */
export interface ReportApi {
  readonly customerId: number | undefined;
  readonly read: (id: number, signal?: AbortSignal) => Promise<ReportEntry>;
  readonly create: (draft: WrittenDraft) => Promise<ReportEntry>;
  readonly update: (
    saved: { readonly id: number; readonly version: number },
    draft: ReportContent & { readonly visibility: 'public' | 'private' },
  ) => Promise<ReportEntry>;
  readonly compare: (id: number, number: number, signal: AbortSignal) => Promise<ReportDifference>;
}

const ofCustomer = (customerId: number): ReportApi => ({
  customerId,
  read: (resourceId, signal) =>
    call(customerReports.read, { params: { customerId, resourceId }, ...(signal && { signal }) }),
  create: (body) => call(customerReports.create, { params: { customerId }, body }),
  update: ({ id, version }, draft) =>
    call(customerReports.update, { params: { customerId, resourceId: id }, body: { ...draft, version } }),
  compare: async (resourceId, number, signal) =>
    (
      await call(customerReports.compare, {
        params: { customerId, resourceId, number },
        query: {},
        signal,
      })
    ).difference,
});

const ofProvider: ReportApi = {
  customerId: undefined,
  read: (resourceId, signal) =>
    call(providerReports.read, { params: { resourceId }, ...(signal && { signal }) }),
  create: (body) => call(providerReports.create, { body }),
  update: ({ id, version }, draft) =>
    call(providerReports.update, { params: { resourceId: id }, body: { ...draft, version } }),
  compare: async (resourceId, number, signal) =>
    (await call(providerReports.compare, { params: { resourceId, number }, query: {}, signal })).difference,
};

export const reportApi = (customerId: number | undefined): ReportApi =>
  customerId === undefined ? ofProvider : ofCustomer(customerId);
