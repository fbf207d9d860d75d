import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { resourceTouches } from '#web/kernel/resource/resource-touches.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../texts/en.ts';

/** Deletes a document and reports it in a toast. */
export function useDocumentRemoval(): (document: DocumentSummary) => void {
  const { api } = useDocumentPlace();
  const text = useDashboardTexts();
  const { run } = useAction(resourceTouches(api.kind));
  return (document) => run(() => api.remove(document), { done: text('removed', { name: document.name }) });
}
