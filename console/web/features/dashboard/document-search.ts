import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** The library, or the document `open` with its context. */
export const DocumentSearch = z.object({
  customer: searchValue.id(),
  q: searchValue.text(),
  sort: searchValue.text(),
  folder: searchValue.text(),
  open: searchValue.id(),
  /** The library of home pages, where the address without a document is that of the own home page. */
  library: searchValue.flag(false),
  /** The document is edited, and the dashlet whose settings are open. */
  edit: searchValue.flag(false),
  dashlet: searchValue.text(),
  /** Period and selection of the reader: `period-text.ts`, `selection-text.ts`. */
  period: searchValue.text(),
  selection: searchValue.text(),
  /** In the multi-client space: the customer whose data a template shows. */
  for: searchValue.id(),
  /** The versions of the document, and the selected one. */
  versions: searchValue.flag(false),
  version: searchValue.id(),
  /** Without header and navigation. */
  full: searchValue.flag(false),
  /** The guided tour through a first dashboard. */
  tour: searchValue.flag(false),
});
export type DocumentSearch = z.output<typeof DocumentSearch>;

export const documentSearchDefaults = {
  library: false,
  edit: false,
  versions: false,
  full: false,
  tour: false,
} as const;
export const documentSearch = versionedSearch(DocumentSearch, []);
