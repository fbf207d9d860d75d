import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  updateSavedFilter,
  type SavedFilter,
  type SavedFilterDraft,
} from '#schemas/alerting/saved-filter-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useSavedFilterTexts } from './use-saved-filter-texts.ts';

export const savedFiltersQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['saved-filters', customerId],
    queryFn: async ({ signal }) => (await call(listSavedFilters, { params: { customerId }, signal })).filters,
  });

/** Saves, replaces and deletes filters of the user. */
export function useSavedFilters(customerId: number) {
  const text = useSavedFilterTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const onError = (problem: unknown) => showToast({ text: sentenceOf(problem, language), tone: 'bad' });
  const onSettled = () => queries.invalidateQueries({ queryKey: savedFiltersQuery(customerId).queryKey });
  const save = useMutation({
    mutationFn: ({
      draft,
      before,
    }: {
      readonly draft: SavedFilterDraft;
      readonly before: SavedFilter | undefined;
    }) =>
      before === undefined
        ? call(createSavedFilter, { params: { customerId }, body: draft })
        : call(updateSavedFilter, {
            params: { customerId, filter: before.id },
            body: { ...draft, version: before.version },
          }),
    onSuccess: ({ name }, { before }) =>
      showToast({ text: text(before === undefined ? 'saved' : 'replaced', { name }) }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id, version }: SavedFilter) =>
      call(deleteSavedFilter, { params: { customerId, filter: id }, query: { version } }),
    onSuccess: (_, { name }) => showToast({ text: text('removed', { name }) }),
    onError,
    onSettled,
  });
  return { save, remove };
}
