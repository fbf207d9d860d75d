import { z } from 'zod';
import type { DocumentKind } from '#schemas/dashboard/routes.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** Named here: every page would carry the contract. */
const kinds = ['dashboard', 'home'] as const satisfies readonly DocumentKind[];

/** Seconds that a dashboard is shown. */
export const wallSeconds = { min: 5, max: 3_600, default: 30 } as const;

export const documentWallSearch = versionedSearch(
  z.object({
    customer: searchValue.id(),
    kind: z.enum(kinds).catch('dashboard'),
    /** Ids of the documents in turn: `3.7`. */
    open: searchValue.text(),
    every: z.coerce.number().int().min(wallSeconds.min).max(wallSeconds.max).catch(wallSeconds.default),
    /** Of all of them: `period-text.ts`, `selection-text.ts`. */
    period: searchValue.text(),
    selection: searchValue.text(),
  }),
  [],
);

/** The documents of an address; what is no id is left out. */
export const documentsOfWall = (open: string | undefined): readonly number[] =>
  (open ?? '')
    .split('.')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);

export const useDocumentWallSearch = searchHook<ReturnType<typeof documentWallSearch>>('/wall/dashboard');
