import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import type { ListedElement } from '#schemas/data/element-routes.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useShownName } from '#web/kernel/text/use-shown-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { requestElements, useSourceDocument, type SourceDocument } from '../data/request-data.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { filterName } from './filter-name.ts';
import type { Selection } from './selection-text.ts';

interface FilterOf {
  readonly filter: DocumentFilter;
  readonly customerId: number;
  readonly document: SourceDocument;
  /** Selected ones. */
  readonly ids: readonly number[];
}

/** The elements that a filter offers, by what is typed; those selected are always among them. */
export function filterOptions({ filter, customerId, document, ids }: FilterOf, search: string) {
  const { element, relation, predicates, onlyActive, label } = filter;
  const args = [customerId, document, element, relation, predicates, onlyActive, label, search, ids];
  return namedQuery('elements', args, (signal) =>
    requestElements(
      { customerId, document },
      {
        element,
        label,
        search,
        ids: [...ids],
        filters: [{ element, ...(relation && { relation }), predicates, onlyActive }],
      },
      signal,
    ),
  );
}

export interface FilterWords {
  readonly text: ReturnType<typeof useDashboardTexts>;
  readonly shownName: ReturnType<typeof useShownName>;
}

/**
 * What a filter selects: the name of one element, or the number of several. One that was deleted, or that the reader does not see,
 * has no name.
 */
export function selectedWord(
  ids: readonly number[],
  elements: readonly Pick<ListedElement, 'id' | 'label' | 'deleted'>[] | undefined,
  { text, shownName }: FilterWords,
): string {
  const [only] = ids;
  if (ids.length !== 1) return text('filterSome', { count: ids.length });
  if (elements === undefined) return String(only);
  const found = elements.find(({ id }) => id === only);
  return found === undefined ? text('filterUnknown') : shownName({ ...found, name: found.label });
}

/** Returns what the filters of a document select, in the words of their chips; those that select nothing are left out. */
export function useSelectionWords(
  filters: readonly DocumentFilter[],
  customerId: number,
): (selection: Selection) => readonly string[] {
  const cache = useQueryCache();
  const document = useSourceDocument();
  const words = { text: useDashboardTexts(), shownName: useShownName() };
  const language = useLanguage();
  return (selection) =>
    filters.flatMap((filter) => {
      const ids = selection[filter.id] ?? [];
      if (ids.length === 0) return [];
      const elements = cache.read(filterOptions({ filter, customerId, document, ids }, ''))?.elements;
      return [`${filterName(filter, language)}: ${selectedWord(ids, elements, words)}`];
    });
}
