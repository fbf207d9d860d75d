import { searchHook, type SearchPart } from '#web/lib/search-hook.ts';
import type { DocumentSearch } from './document-search.ts';

export const useDashboardSearch = searchHook<DocumentSearch>('/shell/dashboard', 'push');
export const useHomeSearch = searchHook<DocumentSearch>('/shell/home', 'push');
export const useDashboardTemplateSearch = searchHook<DocumentSearch>('/shell/mt/dashboard', 'push');
export const useHomeTemplateSearch = searchHook<DocumentSearch>('/shell/mt/home', 'push');

/** The address of a page of documents. */
export interface DocumentAddress {
  readonly search: DocumentSearch;
  readonly change: (part: SearchPart<DocumentSearch>, replace?: boolean) => void;
}
