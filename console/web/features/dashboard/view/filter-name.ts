import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import type { Language } from '#web/lib/text.ts';
import { elementKindNames } from '../element-kind-names.ts';

/** The title of a filter; without one the name of its kind of element. */
export const filterName = ({ title, element }: DocumentFilter, language: Language): string =>
  title === '' ? elementKindNames[element][language] : title;

/** Returns what the filters of a document are called, by their id. */
export const filterNames =
  (filters: readonly DocumentFilter[], language: Language) =>
  (id: string): string => {
    const filter = filters.find((each) => each.id === id);
    return filter === undefined ? id : filterName(filter, language);
  };
