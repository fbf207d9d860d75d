import { readDocumentLink } from '#schemas/dashboard/link-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { periodParameter } from '../view/period-text.ts';
import { selectionText } from '../view/selection-text.ts';

/** The page and the address that a short link leads to. Throws the problem of a link that the reader may not follow. */
export async function pageOfLink(linkId: string) {
  const { kind, resource, isTemplate, customer, period, selection } = await call(readDocumentLink, {
    params: { linkId },
  });
  const context = {
    open: resource,
    ...(period && { period: periodParameter(period) }),
    selection: selectionText(selection),
  };
  return isTemplate
    ? ({ to: `/mt/${kind}`, search: { ...context, for: customer ?? undefined } } as const)
    : ({ to: `/${kind}`, search: { ...context, customer: customer ?? undefined } } as const);
}
