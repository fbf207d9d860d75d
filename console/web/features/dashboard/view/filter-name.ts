import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import type { Language } from '#web/lib/text.ts';
import { elementKindNames } from '../element-kind-names.ts';

/** The title of a filter; without one the name of its kind of element. */
export const filterName = ({ title, element }: DocumentFilter, language: Language): string =>
  title === '' ? elementKindNames[element][language] : title;
