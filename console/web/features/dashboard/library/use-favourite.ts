import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { documentQuery, documentsQuery } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';

/** Adds a document to the caller's favourites, or removes it. */
export function useFavourite(): (id: number, favourite: boolean) => void {
  const { api } = useDocumentPlace();
  const language = useLanguage();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id, favourite }: { id: number; favourite: boolean }) => api.markFavourite(id, favourite),
    onSuccess(_, { id, favourite }) {
      queries.setQueryData(documentQuery(api, id).queryKey, (entry) => entry && { ...entry, favourite });
      queries.setQueryData(documentsQuery(api).queryKey, (documents) =>
        documents?.map((each) => (each.id === id ? { ...each, favourite } : each)),
      );
    },
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
  });
  return (id, favourite) => mutate({ id, favourite });
}
