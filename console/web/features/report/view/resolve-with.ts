import { MAX_ELEMENTS } from '#schemas/data/element-routes.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import { resolvePages, type Resolution, type VariableSelection } from '#schemas/report/resolve.ts';
import { askElements, type AskedDocument } from '../../dashboard/data/asking.ts';

interface Of {
  readonly customerId: number;
  readonly asked: AskedDocument;
  readonly selection: VariableSelection;
  readonly maxPages: number;
  readonly signal: AbortSignal;
}

/** Resolves the pages of a report with the elements that its reader sees. */
export const resolveWith = (
  document: ReportDocument,
  { customerId, asked, selection, maxPages, signal }: Of,
): Promise<Resolution> =>
  resolvePages(document, {
    selection,
    maxPages,
    list: async ({ count, filters, ...request }) => {
      const body = { ...request, filters: [...filters], count: Math.min(count, MAX_ELEMENTS) };
      return (await askElements({ customerId, document: asked }, body, signal)).elements;
    },
  });
