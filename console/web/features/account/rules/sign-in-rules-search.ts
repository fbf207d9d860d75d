import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

export const signInRulesSearch = versionedSearch(z.object({ tab: searchValue.text() }), []);
