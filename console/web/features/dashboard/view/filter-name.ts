import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import type { Language } from '#web/lib/text.ts';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';

/** Ends of a probe, in words. */
const relationNames = {
  probe: { en: 'source', fr: 'source' },
  responder: { en: 'responder', fr: 'répondeur' },
} as const satisfies Record<NonNullable<DocumentFilter['relation']>, Record<Language, string>>;

/** The title of a filter; without one the name of its kind of element, and of the end of a probe. */
export function filterName(
  { title, element, relation }: Pick<DocumentFilter, 'title' | 'element' | 'relation'>,
  language: Language,
): string {
  if (title !== '') return title;
  const kind = elementKindNames[element][language];
  return relation === undefined ? kind : `${kind} (${relationNames[relation][language]})`;
}

/** Returns what the filters of a document are called, by their id. */
export const filterNames =
  (filters: readonly DocumentFilter[], language: Language) =>
  (id: string): string => {
    const filter = filters.find((each) => each.id === id);
    return filter === undefined ? id : filterName(filter, language);
  };
