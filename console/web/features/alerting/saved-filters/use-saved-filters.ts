import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedFilter, SavedFilterDraft } from '#schemas/alerting/saved-filter-list.ts';
import {
  chooseDefaultFilter,
  chooseDefaultFilterAcross,
  createFilterAcross,
  createSavedFilter,
  deleteFilterAcross,
  deleteSavedFilter,
  updateFilterAcross,
  updateSavedFilter,
} from '#schemas/alerting/saved-filter-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { savedFiltersQuery } from './saved-filters-query.ts';
import type { FilterScope } from './saved-filters-query.ts';
import { useSavedFilterTexts } from './texts/en.ts';

const create = (customerId: FilterScope, body: SavedFilterDraft) =>
  customerId === undefined
    ? call(createFilterAcross, { body })
    : call(createSavedFilter, { params: { customerId }, body });

const replace = (customerId: FilterScope, { id: filter, version }: SavedFilter, draft: SavedFilterDraft) =>
  customerId === undefined
    ? call(updateFilterAcross, { params: { filter }, body: { ...draft, version } })
    : call(updateSavedFilter, { params: { customerId, filter }, body: { ...draft, version } });

const discard = (customerId: FilterScope, { id: filter, version }: SavedFilter) =>
  customerId === undefined
    ? call(deleteFilterAcross, { params: { filter }, query: { version } })
    : call(deleteSavedFilter, { params: { customerId, filter }, query: { version } });

const choose = (customerId: FilterScope, filter: number | null) =>
  customerId === undefined
    ? call(chooseDefaultFilterAcross, { body: { filter } })
    : call(chooseDefaultFilter, { params: { customerId }, body: { filter } });

interface Saved {
  readonly draft: SavedFilterDraft;
  /** The filter that it replaces. */
  readonly before: SavedFilter | undefined;
}

/** Saves, renames, replaces and deletes filters of the user, and chooses the one they start with. */
export function useSavedFilters(customerId: FilterScope) {
  const text = useSavedFilterTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const onError = (problem: unknown) => showToast({ text: sentenceOf(problem, language), tone: 'bad' });
  const onSettled = () => queries.invalidateQueries({ queryKey: savedFiltersQuery(customerId).queryKey });
  const save = useMutation({
    mutationFn: ({ draft, before }: Saved) =>
      before === undefined ? create(customerId, draft) : replace(customerId, before, draft),
    onSuccess: ({ name }, { before }) => {
      const was = before?.name;
      if (was === undefined) showToast({ text: text('saved', { name }) });
      else showToast({ text: was === name ? text('replaced', { name }) : text('renamed', { was, name }) });
    },
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (filter: SavedFilter) => discard(customerId, filter),
    onSuccess: (_, { name }) => showToast({ text: text('removed', { name }) }),
    onError,
    onSettled,
  });
  const start = useMutation({
    mutationFn: (filter: SavedFilter | undefined) => choose(customerId, filter?.id ?? null),
    onSuccess: (_, filter) =>
      showToast({ text: filter === undefined ? text('noStart') : text('startsWith', { name: filter.name }) }),
    onError,
    onSettled,
  });
  return { save, remove, start };
}
