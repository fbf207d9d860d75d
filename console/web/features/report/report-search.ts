import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { DocumentSearch, documentSearchDefaults } from '../dashboard/document-search.ts';

/** The library of reports, or the report `open` in one of its modes, with its context. */
const Search = DocumentSearch.extend({
  /** The report is shown page by page. */
  slides: searchValue.flag(false),
  /** With `edit`: pages are set up, and not designed. */
  setup: searchValue.flag(false),
  /** Id of the page that is edited, or number of the slide. */
  page: searchValue.text(),
  /** The library of images. */
  images: searchValue.flag(false),
});
export type ReportSearch = z.output<typeof Search>;

export const reportSearchDefaults = {
  ...documentSearchDefaults,
  slides: false,
  setup: false,
  images: false,
} as const;
export const reportSearch = versionedSearch(Search, []);

export const useReportSearch = searchHook<ReportSearch>('/shell/report', 'push');
export const useReportTemplateSearch = searchHook<ReportSearch>('/shell/mt/report', 'push');

/** What a print shows: `schemas/report/print.ts` writes its address. */
export const printSearch = versionedSearch(
  z.object({
    customer: searchValue.id(),
    from: z.coerce.number().int().min(0).optional().catch(undefined),
    to: z.coerce.number().int().min(1).optional().catch(undefined),
    zone: searchValue.text(),
    language: z.enum(['en', 'fr']).optional().catch(undefined),
    format: z.enum(['a4', 'letter']).optional().catch(undefined),
    variables: searchValue.text(),
  }),
  [],
);
export type PrintSearch = ReturnType<typeof printSearch>;
