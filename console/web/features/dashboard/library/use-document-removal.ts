import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { refreshResources } from '#web/kernel/resource/refresh-resources.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../texts/en.ts';

/** Deletes a document and reports it in a toast. */
export function useDocumentRemoval(): (document: DocumentSummary) => void {
  const { api } = useDocumentPlace();
  const text = useDashboardTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (document: DocumentSummary) => api.remove(document),
    onSuccess: (_, { name }) => showToast({ text: text('removed', { name }) }),
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
    onSettled: () => refreshResources(queries, api.kind),
  });
  return mutate;
}
