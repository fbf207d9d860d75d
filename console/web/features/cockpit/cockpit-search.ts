import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

export const editorTabs = ['definition', 'thresholds'] as const;

/** The library; with `cockpit`, that one; with `alarm`, the editor beside it. */
const CockpitSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  cockpit: searchValue.id(),
  alarm: z
    .union([z.literal('new'), z.coerce.number().int().positive()])
    .optional()
    .catch(undefined),
  tab: z.enum(editorTabs).catch('definition'),
});

export const cockpitDefaults = { tab: 'definition' } as const;
export const cockpitSearch = versionedSearch(CockpitSearch, []);
export type CockpitSearchValue = z.output<typeof CockpitSearch>;
