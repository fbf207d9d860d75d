import { MAX_ELEMENTS } from '#schemas/data/element-routes.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import { resolvePages, type Resolution, type VariableSelection } from '#schemas/report/resolve.ts';
import { requestElements, type SourceDocument } from '../../dashboard/data/request-data.ts';

interface Of {
  readonly customerId: number;
  readonly requested: SourceDocument;
  readonly selection: VariableSelection;
  readonly maxPages: number;
  readonly signal: AbortSignal;
}

/** Resolves the pages of a report with the elements that its reader sees. */
export const resolveWith = (
  document: ReportDocument,
  { customerId, requested, selection, maxPages, signal }: Of,
): Promise<Resolution> =>
  resolvePages(document, {
    selection,
    maxPages,
    list: async ({ count, filters, ...request }) => {
      const body = { ...request, filters: [...filters], count: Math.min(count, MAX_ELEMENTS) };
      return (await requestElements({ customerId, document: requested }, body, signal)).elements;
    },
  });
