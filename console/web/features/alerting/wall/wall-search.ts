import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { wallViews } from './wall-rotation.ts';

export const wallSearch = versionedSearch(
  z.object({
    /** The customer to show; without one, the customer with the worst alarms. */
    customer: searchValue.id(),
    /** Views in turn; none shows all. */
    show: searchValue.list(wallViews),
    /** Seconds per view. */
    every: z.coerce.number().int().min(5).max(3_600).catch(20),
  }),
  [],
);

export const useWallSearch = searchHook<ReturnType<typeof wallSearch>>('/wall');
