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
import { call } from '#web/kernel/api/call.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { savedFiltersQuery, type FilterScope } from './saved-filters-query.ts';
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
  const { run, isPending } = useAction([savedFiltersQuery(customerId).queryKey]);
  const savedText = (was: string | undefined, name: string): string => {
    if (was === undefined) return text('saved', { name });
    return was === name ? text('replaced', { name }) : text('renamed', { was, name });
  };
  return {
    isPending,
    save: ({ draft, before }: Saved, onDone: () => void): void =>
      run(() => (before === undefined ? create(customerId, draft) : replace(customerId, before, draft)), {
        done: ({ name }) => ({ text: savedText(before?.name, name) }),
        onDone,
      }),
    remove: (filter: SavedFilter): void =>
      run(() => discard(customerId, filter), { done: text('removed', { name: filter.name }) }),
    start: (filter: SavedFilter | undefined): void =>
      run(() => choose(customerId, filter?.id ?? null), {
        done: filter === undefined ? text('noStart') : text('startsWith', { name: filter.name }),
      }),
  };
}
