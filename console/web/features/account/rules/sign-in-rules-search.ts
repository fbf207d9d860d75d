import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** Which tab is open is in the address. */
export const signInRulesSearch = versionedSearch(z.object({ tab: searchValue.text() }), []);
